// The five classics, weakest first. docs/classics.md tells all about them; a test compares the names and years.

/** One of them, by its name in the option `Style`. */
export interface Classic {
  style: string;
  year: string;
  author: string;
  about: string;
}

export const CLASSICS: Classic[] = [
  {
    style: "JS Schach",
    year: "1993",
    author: "Jürgen Schlottke",
    about: "Looks three plies ahead, and two more where pieces are taken; material is all it knows.",
  },
  {
    style: "FirstChess",
    year: "2002",
    author: "Pham Hong Nguyen",
    about: "Five plies of plain alpha-beta. It counts pieces, does not castle, and has never heard of en passant.",
  },
  {
    style: "Baguette",
    year: "2019",
    author: "Alessio Ragusa, Matthias Sennikow, Patrick Plewka",
    about: "A students' project: knows good squares for its pieces, but stops looking in the middle of an exchange.",
  },
  {
    style: "Spektrum",
    year: "2004",
    author: "Johannes Zwanzger",
    about: "The program from a magazine article, which builds it up idea by idea; see “What each idea buys”.",
  },
  {
    style: "NagaSkaki",
    year: "2003",
    author: "Neels Groenewald",
    about: "The strongest of the five: null move, futility pruning, extensions, and a small opening book.",
  },
];
