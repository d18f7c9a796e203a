//! x
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = quevedo::position::Position::from_fen(&a[2]).unwrap();
    println!("{}", quevedo::eval::report(&p));
}
