import type { Movie } from '#contract/catalogue.ts';
import { DAY } from '#domain/limits/durations.ts';
import type { Release } from '../release/manifest.ts';
import { type CatalogueClient, type Changes } from './catalogue.ts';

/**
 * Chosen: some content changes daily without a catalogue change, for example the film of the week.
 */
const MAX_RELEASE_AGE_MS = DAY;

export interface Plan {
  /** The reason for a new release; null if the active one is up to date. */
  reason: string | null;
  hasAllFilms: boolean;
  now: Date;
  sourcesDigest: string;
  siteContentDigest: string;
  firstChanges: Changes;
  /** Unchanged films whose streaming date passed after the active release was built. */
  newlyStreamingFilms: Movie[];
}

interface PlanOptions {
  current: Release | null;
  /** The release that an operator rolled back from. */
  rolledBack: Release | null;
  sourcesDigest: string;
  now: Date;
  isFullRequested?: boolean | undefined;
}

/** Decides what to rebuild. Sends a few requests to the catalogue and writes nothing. */
export async function planRelease(catalogue: CatalogueClient, options: PlanOptions): Promise<Plan> {
  const { current, rolledBack, sourcesDigest, now, isFullRequested = false } = options;
  const siteContentDigest = await catalogue.siteContentDigest();
  const since = current?.sources === sourcesDigest && !isFullRequested ? current.cursor : undefined;
  const firstChanges = await catalogue.changes(since);
  const newlyStreamingFilms =
    current && !firstChanges.full
      ? await catalogue.filmsWithStreamingDateBetween(new Date(current.builtAt), now)
      : [];
  const plan = {
    hasAllFilms: firstChanges.full,
    now,
    sourcesDigest,
    siteContentDigest,
    firstChanges,
    newlyStreamingFilms,
  };
  if (isFullRequested) return { ...plan, reason: 'a full build was requested' };
  const reason = findReason(plan, current);
  return {
    ...plan,
    reason: reason && rolledBack ? await reasonSinceRollback(rolledBack, catalogue, plan) : reason,
  };
}

type PlanFacts = Omit<Plan, 'reason'>;

/** After a rollback, only changes newer than the rolled-back release count. */
async function reasonSinceRollback(
  rolledBack: Release,
  catalogue: CatalogueClient,
  plan: PlanFacts,
) {
  if (rolledBack.sources !== plan.sourcesDigest) return 'the sources or settings changed';
  const firstChanges = await catalogue.changes(rolledBack.cursor);
  const builtAt = new Date(rolledBack.builtAt);
  const newlyStreamingFilms = firstChanges.full
    ? []
    : await catalogue.filmsWithStreamingDateBetween(builtAt, plan.now);
  return findReason({ ...plan, firstChanges, newlyStreamingFilms, now: builtAt }, rolledBack);
}

function findReason(plan: PlanFacts, base: Release | null): string | null {
  const { changed, removed, full } = plan.firstChanges;
  if (base === null) return 'there is no site yet';
  if (base.sources !== plan.sourcesDigest) return 'the sources or settings changed';
  if (full) return 'the catalogue was replaced';
  if (changed.length + removed.length > 0) return 'the catalogue changed';
  if (plan.newlyStreamingFilms.length > 0) return 'films opened';
  if (base.siteContent !== plan.siteContentDigest)
    return 'collections, genres or content pages changed';
  return plan.now.getTime() - Date.parse(base.builtAt) >= MAX_RELEASE_AGE_MS
    ? 'the site is a day old'
    : null;
}
