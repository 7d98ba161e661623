import { constants } from 'node:zlib';
import { scalesFor, type Scales, type Weight, type WeighedPage } from './weight.ts';

type Budget = Partial<Weight>;

/** What pages may weigh, in bytes as our server sends them; `/v/` stands for the heaviest of the films' pages. */
export const BUDGETS: Record<string, Budget & { path: string }> = {
  home: { path: '/', html: 23_000, script: 10_000, total: 33_000, requests: 24 },
  film: { path: '/v/', html: 17_000, script: 10_000, total: 27_000, requests: 24 },
  movies: { path: '/movies', script: 130_000, total: 190_000, requests: 45 },
  'short films': { path: '/movies/shortfilms', script: 130_000, total: 180_000, requests: 45 },
  upcoming: { path: '/upcoming', script: 130_000, total: 180_000, requests: 45 },
  'about us': { path: '/about-us', html: 14_000, script: 10_000, total: 24_000, requests: 24 },
  'sign up': { path: '/signup', script: 135_000, total: 180_000, requests: 45 },
  details: { path: '/movies-details/_', script: 145_000, total: 200_000, requests: 60 },
  'the counter': { path: '/movies/ticket-booking/_', script: 135_000, total: 180_000, requests: 50 },
  payment: { path: '/movies/payment', script: 140_000, total: 185_000, requests: 56 },
  'producer orders': { path: '/producer/orders/_/_', script: 140_000, total: 185_000, requests: 60 },
  'producer statements': { path: '/producer/statements/_/_', script: 135_000, total: 180_000, requests: 58 },
};
const FILMS = '/v/';
/** Quick, and some percent heavier than what our server sends: what holds with it holds. */
const QUICK = 5;

export interface BudgetedPage extends WeighedPage {
  path: string;
  html: string;
}

export interface Weighing {
  /** The release's folder. */
  dir: string;
  pages: BudgetedPage[];
  films: BudgetedPage[];
  /** What is known of its other files; grows by those that are weighed. */
  known: Map<string, number>;
}

/** The parts of a page that are over its budget: `film: html 18000 of 17000`. */
export function overBudget({ dir, pages, films, known }: Weighing): string[] {
  const scales = [QUICK, constants.BROTLI_MAX_QUALITY].map((quality) => scalesFor(dir, quality, known));
  const heaviest = films.toSorted((a, b) => b.html.length - a.html.length)[0];
  return Object.entries(BUDGETS).flatMap(([name, { path, ...budget }]) => {
    const page = path === FILMS ? heaviest : pages.find((each) => each.path === path);
    return page ? excess(name, page, budget, scales) : [];
  });
}

/** Weighs again, and slowly, only what the quick scales find too heavy. */
function excess(name: string, page: WeighedPage, budget: Budget, [quick, ...exact]: Scales[]): string[] {
  const weight = quick!(page);
  const over = Object.entries(budget).flatMap(([part, most]) =>
    weight[part as keyof Weight] > most ? [`${name}: ${part} ${weight[part as keyof Weight]} of ${most}`] : [],
  );
  return over.length > 0 && exact.length > 0 ? excess(name, page, budget, exact) : over;
}
