//! A line of test positions that is understood, written plainly, is understood the same; and a move
//! that is understood is one that is written so again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo::notation::epd::Record;
use quevedo::notation::{decode, san};

fn written(record: &Record) -> String {
    let mut text = record.position.to_string();
    for operation in &record.operations {
        text.push_str(&format!(" {}", operation.code));
        for operand in &operation.operands {
            // A quotation mark within a word means itself.
            match operand.contains('"') {
                true => text.push_str(&format!(" {operand}")),
                false => text.push_str(&format!(" \"{operand}\"")),
            }
        }
        text.push(';');
    }
    text
}

fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|&byte| byte == b'\n') {
        let Ok(line) = decode(line) else { continue };
        let record = match Record::parse(&line) {
            Ok(record) => record,
            Err(error) => {
                assert!(error.to_string().chars().count() < 1000, "{error:?}");
                continue;
            }
        };
        assert_eq!(Record::parse(&written(&record)), Ok(record.clone()), "{line}");
        let position = &record.position;
        for operand in record.operations.iter().flat_map(|operation| &operation.operands) {
            if let Ok(mv) = san::parse(position, operand) {
                assert!(position.is_legal(mv), "{operand}");
                let text = san::text(position, mv);
                assert_eq!(san::parse(position, &text), Ok(mv), "{operand} {text}");
            }
        }
    }
});
