import { constants } from 'node:zlib';
import { createPageWeigher, type PageWeigher, type Weight, type WeighablePage } from './weight.ts';

type Budget = Partial<Weight>;

/** The maximum sizes of pages in compressed bytes. `/v/` is the heaviest film page. */
export const BUDGETS: Record<string, Budget & { path: string }> = {
  home: { path: '/', html: 23_000, script: 10_000, total: 33_000, requests: 24 },
  film: { path: '/v/', html: 17_000, script: 10_000, total: 27_000, requests: 24 },
  movies: { path: '/movies', script: 12_000, total: 72_000, requests: 24 },
  'movies of a language': {
    path: '/movies/search/language/Tamil',
    script: 12_000,
    total: 72_000,
    requests: 24,
  },
  'short films': { path: '/movies/shortfilms', script: 12_000, total: 62_000, requests: 24 },
  upcoming: { path: '/upcoming', script: 12_000, total: 62_000, requests: 24 },
  'about us': { path: '/about-us', html: 14_000, script: 10_000, total: 24_000, requests: 24 },
  'sign up': { path: '/signup', script: 135_000, total: 180_000, requests: 45 },
  details: { path: '/movies-details/_', script: 151_000, total: 202_000, requests: 64 },
  'ticket booking': {
    path: '/movies/ticket-booking/_',
    script: 135_000,
    total: 180_000,
    requests: 50,
  },
  payment: { path: '/movies/payment', script: 143_500, total: 186_500, requests: 57 },
  'producer orders': {
    path: '/producer/orders/_/_',
    script: 140_000,
    total: 185_000,
    requests: 60,
  },
  television: { path: '/tv', script: 140_000, total: 190_000, requests: 50 },
  'producer statements': {
    path: '/producer/statements/_/_',
    script: 135_000,
    total: 180_000,
    requests: 58,
  },
};
const FILMS_PATH = '/v/';
/**
 * Faster than the server's compression and never smaller: a page that passes here also passes with
 * the server's.
 */
const FAST_QUALITY = 5;

interface BudgetedPage extends WeighablePage {
  path: string;
  html: string;
}

interface BudgetCheck {
  dir: string;
  pages: BudgetedPage[];
  films: BudgetedPage[];
  /** Cached sizes by path; new sizes are added. */
  knownWeights: Map<string, number>;
}

interface Excesses {
  /** Of scripts, styles and requests. */
  problems: string[];
  /**
   * Of HTML. Chosen: it grows with the texts of films and pages, so it keeps nothing from being
   * published.
   */
  notices: string[];
}

/** Returns one line for each exceeded limit: `film /v/kite/Ab3: html 18000 of 17000`. */
export function findOverBudget({ dir, pages, films, knownWeights }: BudgetCheck): Excesses {
  const weighers = [FAST_QUALITY, constants.BROTLI_MAX_QUALITY].map((quality) =>
    createPageWeigher(dir, quality, knownWeights),
  );
  const heaviest = films.toSorted((a, b) => b.html.length - a.html.length)[0];
  const excesses = Object.entries(BUDGETS).flatMap(([name, { path, ...budget }]) => {
    const page =
      path === FILMS_PATH ? heaviest : pages.find((candidate) => candidate.path === path);
    return page
      ? excessOf(path === FILMS_PATH ? `${name} ${page.path}` : name, page, budget, weighers)
      : [];
  });
  return {
    problems: excesses.filter(({ isOfText }) => !isOfText).map(({ line }) => line),
    notices: excesses.filter(({ isOfText }) => isOfText).map(({ line }) => line),
  };
}

interface Excess {
  line: string;
  isOfText: boolean;
}

/** Weighs again with the next, slower weigher only if the first finds an excess. */
function excessOf(
  name: string,
  page: WeighablePage,
  budget: Budget,
  weighers: PageWeigher[],
): Excess[] {
  let excess: Excess[] = [];
  for (const weigh of weighers) {
    excess = excessOfWeight(name, weigh(page), budget);
    if (excess.length === 0) break;
  }
  return excess;
}

const excessOfWeight = (name: string, weight: Weight, budget: Budget): Excess[] =>
  Object.entries(budget).flatMap(([part, limit]) => {
    const size = weight[part as keyof Weight];
    const isOfText = part === 'html' || (part === 'total' && size - weight.html <= limit);
    return size > limit ? [{ line: `${name}: ${part} ${size} of ${limit}`, isOfText }] : [];
  });
