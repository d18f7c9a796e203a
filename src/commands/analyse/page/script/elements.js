// The page of `quevedo analyse --html`. The files of this folder are one script, in the order that ../mod.rs gives.
// Each game is an element of JSON, which is read when the game is chosen; ../game.rs says what is in it. Text of
// games reaches the page as text alone.
"use strict";

// Elements, and numbers in words.

const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

/** An element with attributes, and children that are elements or text. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for pictures. */
function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") node.addEventListener("click", value);
    else if (value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** A number as it is printed, with a true minus. */
const typeset = (text) => String(text).replace(/^-/, "−").replace("#-", "#−");
const signed = (pawns) => typeset((pawns > 0 ? "+" : "") + pawns.toFixed(2));
const percent = (chance) => `${Math.round(100 * chance)} %`;
