/** The parent's message to a render process. */
export interface RenderTask {
  rendererDir: string;
  pagesDir: string;
  /** Film pages are written here, in a folder for each batch. */
  filmsDir: string;
  /** Whether this process also renders the pages that are not films. */
  includesPages: boolean;
  /** Files with a list of films each. */
  batches: string[];
}

export interface RenderedFilm {
  key: string;
  /** A temporary file. */
  file: string;
  movieId: number;
  slug: string;
  digest: string;
}

/** A part of the film sitemap with the films of one batch only. */
export interface RenderedSitemapPart {
  part: number;
  document: string;
}

/** A render process's messages to its parent. */
export type WorkerMessage =
  | { kind: 'films'; batch: string; films: RenderedFilm[]; parts: RenderedSitemapPart[] }
  | { kind: 'pages'; paths: string[] }
  | { kind: 'failed'; reason: string };
