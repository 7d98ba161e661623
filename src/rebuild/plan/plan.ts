import { DAY } from '#domain/limits.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Release } from '../release/card.ts';
import { type Catalogue, type Changes } from './catalogue.ts';

/** Chosen: what is shown changes a little without the catalogue (the film of the week), so a release serves a day at most. */
const RELEASE_AGE = DAY;

export interface Plan {
  /** Why a new release is to be made; null when the current one still tells the truth. */
  why: string | null;
  /** Whether all films are drawn, and not only those that changed. */
  isWhole: boolean;
  now: Date;
  sources: string;
  surroundings: string;
  /** The first changes, already asked for; `rest` asks for those after them. */
  first: Changes;
  /** Films that nobody changed, but whose day has come. */
  opened: Movie[];
}

export interface Asked {
  current: Release | null;
  /** The release that an operator went back from. */
  held: Release | null;
  sources: string;
  now: Date;
  /** Draws all films anew, whatever changed. */
  isWhole?: boolean | undefined;
}

/** What there is to do since the current release: asks the catalogue for little, and touches nothing. */
export async function planRelease(catalogue: Catalogue, asked: Asked): Promise<Plan> {
  const { current, sources, now, isWhole = false } = asked;
  const surroundings = await catalogue.surroundings();
  const since = current?.sources === sources && !isWhole ? current.cursor : undefined;
  const first = await catalogue.changes(since);
  const opened = current && !first.full ? await catalogue.opened(new Date(current.builtAt), now) : [];
  const plan = { isWhole: first.full, now, sources, surroundings, first, opened };
  const why = isWhole ? 'a whole build was asked for' : reasonFor(plan, current);
  return { ...plan, why: why && asked.held && !isWhole ? await reasonSince(asked.held, catalogue, plan) : why };
}

type Known = Omit<Plan, 'why'>;

/** After a way back, only what is newer than the release that was left counts. */
async function reasonSince(held: Release, catalogue: Catalogue, plan: Known): Promise<string | null> {
  if (held.sources !== plan.sources) return 'the sources or settings changed';
  const first = await catalogue.changes(held.cursor);
  const heldAt = new Date(held.builtAt);
  const opened = first.full ? [] : await catalogue.opened(heldAt, plan.now);
  return reasonFor({ ...plan, first, opened, now: heldAt }, held);
}

function reasonFor({ sources, surroundings, first, opened, now }: Known, since: Release | null): string | null {
  if (since === null) return 'there is no site yet';
  if (since.sources !== sources) return 'the sources or settings changed';
  if (first.full) return 'the catalogue is another one';
  if (first.changed.length + first.removed.length > 0) return 'the catalogue changed';
  if (opened.length > 0) return 'films opened';
  if (since.surroundings !== surroundings) return 'collections, genres or content pages changed';
  return now.getTime() - Date.parse(since.builtAt) >= RELEASE_AGE ? 'the site is a day old' : null;
}
