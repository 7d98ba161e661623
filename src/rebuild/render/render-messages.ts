import { createHash } from 'node:crypto';

/** Characters of base64url: 132 bits. */
const DIGEST_LENGTH = 22;

/** The parent's message to a render process. */
export interface RenderTask {
  rendererDir: string;
  /** All pages except films are written here. */
  otherPagesDir: string;
  /** Film pages are written here, in a folder for each batch. */
  filmsDir: string;
  includesOtherPages: boolean;
  /** Paths of JSON files with a list of films each. */
  batchFiles: string[];
}

export interface RenderedFilm {
  /** `movieKey`, as in `/v/{slug}/{key}`. */
  key: string;
  /** The rendered page in `filmsDir`; moved into its shard later. */
  htmlFile: string;
  movieId: number;
  slug: string;
  digest: string;
}

/** A part of the SHA-256 of the HTML. */
export const digestOfPage = (html: Buffer): string =>
  createHash('sha256').update(html).digest('base64url').slice(0, DIGEST_LENGTH);

/** A part of the film sitemap with the films of one batch only. */
export interface RenderedSitemapPart {
  partNumber: number;
  xml: string;
}

/** A render process's messages to its parent. */
export type RenderMessage =
  | { kind: 'films'; batchFile: string; films: RenderedFilm[]; parts: RenderedSitemapPart[] }
  | { kind: 'pages'; urlPaths: string[] }
  | { kind: 'failed'; reason: string };
