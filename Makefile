# The first target is what OpenBench calls: make EXE=name
EXE ?= quevedo
# A branch to be tuned says `tune` here: OpenBench passes EXE alone.
FEATURES ?=
ifeq ($(OS),Windows_NT)
  OUT := $(EXE).exe
else
  OUT := $(EXE)
endif

.PHONY: all test bench lint

all:
	cargo rustc --release --locked --bin quevedo --features "$(FEATURES)" -- -C target-cpu=native --emit link=$(OUT)

test:
	cargo test --locked

bench: all
	./$(OUT) bench

lint:
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
