fn main() {
    let a: Vec<String> = std::env::args().collect();
    let s = quevedo::board::Setup::parse(&a[2]).unwrap();
    let d = a[1].parse().unwrap();
    let t = std::time::Instant::now();
    let n = quevedo::board::perft(&s.board, d);
    let e = t.elapsed().as_secs_f64();
    println!("{s} {n} {e:.3} {:.1} Mnps", n as f64 / e / 1e6);
}
