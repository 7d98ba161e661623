/** What one drawing process is asked for. */
export interface Task {
  rendererDir: string;
  /** Where pages are written: each at its own address below this folder, films in `filmsDir`, a folder for each batch. */
  pagesDir: string;
  filmsDir: string;
  /** Whether it draws the pages that are no film's. */
  pages: boolean;
  /** Files with a list of films each. */
  batches: string[];
}

/** A film's page that was drawn. */
export interface DrawnFilm {
  key: string;
  /** Where it lies for now. */
  file: string;
  movieId: number;
  slug: string;
  digest: string;
}

/** A part of the films' sitemap, with the films of one batch only. */
export interface DrawnPart {
  part: number;
  document: string;
}

/** What a drawing process tells as it goes on. */
export type Told =
  | { is: 'films'; batch: string; films: DrawnFilm[]; parts: DrawnPart[] }
  | { is: 'pages'; paths: string[] }
  | { is: 'failed'; why: string };
