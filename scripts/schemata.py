"""Mutant schemata: one program that holds many mutants, each asleep until the environment names it.

cargo-mutants says what the mutants are. It would build the program anew for each; here it is built once. An operator
becomes `(if mutants::is(7) { a - b } else { a + b })`, a function's value `if mutants::is(8) { return 0; }` at the
beginning of its body, a match arm that is left out gets a guard. What is computed at compile time (constants,
tables, build.rs) can't be switched like this, nor can a mutant that doesn't compile: those are left over.

Source: R. Untch, A. Offutt, M. Harrold, "Mutation analysis using mutant schemata", 1993
"""

import re

import tree_sitter
import tree_sitter_rust

RUST = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))

# What is worked out when the program is compiled.
FIXED = {"const_item", "static_item", "array_type", "enum_variant", "const_block", "macro_invocation", "attribute_item"}
OPERATIONS = {"binary_expression", "compound_assignment_expr"}

# Stands in the copy as src/mutants.rs. Each place asks whether its mutant is awake; constants are never changed.
MODULE = """//! Which mutant is awake.
#![allow(missing_docs)]
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::io::Write as _;

const COUNT: usize = %d;
const UNREAD: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
static AWAKE: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

#[inline(always)]
pub const fn is(id: u32) -> bool {
    core::intrinsics::const_eval_select((id,), never, asked)
}

const fn never(_: u32) -> bool {
    false
}

#[inline(always)]
fn asked(id: u32) -> bool {
    let awake = AWAKE.load(Relaxed);
    if awake < RECORD { awake == id } else { first(id) }
}

#[cold]
#[inline(never)]
fn first(id: u32) -> bool {
    if AWAKE.load(Relaxed) == UNREAD {
        let text = std::env::var("QUEVEDO_MUTANT").unwrap_or_default();
        let records = std::env::var_os("QUEVEDO_REACHED").is_some();
        AWAKE.store(if records { RECORD } else { text.parse().unwrap_or(0) }, Relaxed);
        return asked(id);
    }
    if !REACHED[id as usize].swap(true, Relaxed) {
        let path = std::env::var_os("QUEVEDO_REACHED").unwrap();
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
        file.write_all(format!("{id}\\n").as_bytes()).unwrap();
    }
    false
}
"""
FEATURES = "#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features, unused_parens)]\n"


def asleep(node):
    """Whether the program can't ask here: the compiler works it out."""
    while node:
        if node.type in FIXED:
            return True
        node = node.parent
    return False


def place(source, position):
    """The byte at a line and a column, which count from 1, the column in characters."""
    lines = source.split("\n")
    before = "\n".join(lines[:position["line"] - 1] + [lines[position["line"] - 1][:position["column"] - 1]])
    return len(before.encode())


def above(node, kinds):
    while node and node.type not in kinds:
        node = node.parent
    return node


def site(root, source, mutant):
    """The node that a mutant changes, or None if it can't be switched."""
    start, end = (place(source, mutant["span"][name]) for name in ("start", "end"))
    node = root.descendant_for_byte_range(start, end)
    genre = mutant["genre"]
    if genre == "FnValue":
        if "impl " in mutant["function"]["return_type"]:  # one type, and not two
            return None
        found = above(node, {"function_item"})
        found = found and found.child_by_field_name("body")
    elif genre == "BinaryOperator":
        found = node.parent if node.parent and node.parent.type in OPERATIONS else None
    elif genre == "UnaryOperator":
        found = node.parent if node.parent and node.parent.type == "unary_expression" else None
    elif genre == "MatchArm":
        found = above(root.descendant_for_byte_range(start, start + 1), {"match_arm"})
        found = found if found and not found.named_children[0].type.endswith("attribute_item") else None
        found = found and found.child_by_field_name("pattern")
    elif genre == "MatchArmGuard":
        found = above(node, {"match_pattern"})
    else:
        found = above(root.descendant_for_byte_range(start, start + 1), {"field_initializer"})
    if not found or asleep(found):
        return None
    return found, start


class File:
    """A source file and the mutants in it."""

    def __init__(self, text, mutants):
        """`mutants`: pairs of a number and what cargo-mutants says."""
        self.source, self.bytes, self.left_over = text, text.encode(), []
        self.at = {}
        root = RUST.parse(self.bytes).root_node
        for number, mutant in mutants:
            found = site(root, text, mutant)
            if found:
                self.at.setdefault(found[0].id, []).append((number, mutant, found[1]))
            else:
                self.left_over.append(number)
        self.root = root

    def text(self):
        return self.render(self.root)

    def pieces(self, node, replaced=None):
        """The node's text, but for one child, whose place and new text are given."""
        out, at = [], node.start_byte
        for child in node.children:
            out.append(self.bytes[at:child.start_byte].decode())
            is_other = replaced and child.start_byte == replaced[0] and not child.is_named
            out.append(replaced[1] if is_other else self.render(child))
            at = child.end_byte
        out.append(self.bytes[at:node.end_byte].decode())
        return "".join(out)

    def render(self, node):
        mutants = self.at.get(node.id, [])
        if not mutants:
            return self.pieces(node)
        genre = mutants[0][1]["genre"]
        if genre == "FnValue":
            return self.function(node, mutants)
        if genre.startswith("MatchArm"):
            return self.arm(node, mutants)
        if genre == "StructField":
            return self.field(node, mutants)
        text = self.pieces(node)
        for number, mutant, start in mutants:
            other = self.pieces(node, (start, mutant["replacement"]))
            text = f"/*<{number}*/(if crate::mutants::is({number}) {{ {other} }} else {{ {text} }})/*{number}>*/"
        return text

    def function(self, body, mutants):
        first = "".join(
            f"/*<{number}*/if crate::mutants::is({number}) {{ return {mutant['replacement']}; }}/*{number}>*/ "
            for number, mutant, _ in mutants)
        text = self.pieces(body)
        return text[0] + " " + first + text[1:]

    def arm(self, pattern, mutants):
        guard = pattern.child_by_field_name("condition")
        text, guard_text = self.pieces(pattern), "true"
        if guard:
            text = self.bytes[pattern.start_byte:guard.start_byte].decode().rstrip().removesuffix("if")
            guard_text = self.render(guard)
        for number, mutant, _ in mutants:
            asks = f"crate::mutants::is({number})"
            value = mutant["replacement"] if mutant["genre"] == "MatchArmGuard" else "false"
            guard_text = f"/*<{number}*/(if {asks} {{ {value} }} else {{ {guard_text} }})/*{number}>*/"
        return f"{text} if {guard_text}"

    def field(self, node, mutants):
        base = next((child for child in node.parent.children if child.type == "base_field_initializer"), None)
        name = node.child_by_field_name("field")
        value = self.render(node.child_by_field_name("value"))
        if not base:
            self.left_over += [number for number, *_ in mutants]
            return self.pieces(node)
        other = base.text.decode().removeprefix("..")
        for number, *_ in mutants:
            value = f"/*<{number}*/(if crate::mutants::is({number}) {{ ({other}).{name.text.decode()} }} " \
                    f"else {{ {value} }})/*{number}>*/"
        return f"{name.text.decode()}: {value}"


def blamed(text, start, end):
    """The mutant in whose text a compiler's message points, the innermost one; None if there is none."""
    data, found = text.encode(), None
    for opened in re.finditer(rb"/\*<(\d+)\*/", data):
        if opened.start() > start:
            break
        closed = data.find(b"/*" + opened[1] + b">*/", opened.end())
        if closed >= end:
            found = int(opened[1])
    return found
