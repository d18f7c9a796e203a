//! x
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    if a.is_empty() { quevedo::uci::run() } else if a[0]=="bench" {
        let s = quevedo::tools::bench::run(quevedo::tools::bench::DEPTH, 1, 16, &mut |l| {println!("{l}"); true});
        println!("{s}");
    } else { quevedo::uci::run_lines(&a) }
}
