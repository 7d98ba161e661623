import { constants } from 'node:zlib';
import budgets from './budgets.json' with { type: 'json' };
import { scalesFor, type Scales, type Weight, type WeighedPage } from './weight.ts';

type Budget = Partial<Weight>;
/** Stands for the heaviest of the films' pages. */
const FILMS = '/v/';
/** Quick, and some percent heavier than what our server sends: what holds with it holds. */
const QUICK = 5;

export interface BudgetedPage extends WeighedPage {
  path: string;
  html: string;
}

/** The parts of a page that are over its budget: `film: html 18000 of 17000`. */
export function overBudget(dir: string, pages: BudgetedPage[], films: BudgetedPage[]): string[] {
  const scales = [scalesFor(dir, QUICK), scalesFor(dir, constants.BROTLI_MAX_QUALITY)];
  const heaviest = films.toSorted((a, b) => b.html.length - a.html.length)[0];
  return Object.entries(budgets).flatMap(([name, { path, ...budget }]) => {
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
