import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { catalogueChanges, Movie } from '#contract/catalogue.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { lastOf } from '#domain/existing.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import {
  changesBetween,
  lastChangeNumber,
  moviesByIds,
  lastCommittedChangeNumber,
  runningWriters,
} from './queries.ts';
import { toMovie } from './wire.ts';

type ChangesQuery = QueryOf<typeof catalogueChanges>;
interface CachedReply {
  /** The response is valid until the last change number rises. */
  lastNumber: number;
  body: string;
}

/** Larger batches would block the event loop too long. */
const FILM_BATCH_SIZE = 50;
/** A response with 1,000 films is about 2 MB. */
const MAX_CACHED_REPLIES = 4;
const MAX_WAITING_REQUESTS = 50;
const WRITERS_TIMEOUT_MS = 3000;
const RETRY_SECONDS = 3;

const busyError = () =>
  new AppError('catalogue_busy', [], {
    retryAfter: RETRY_SECONDS,
  });

/**
 * Builds one response at a time, in small steps, and caches it until the next change: other
 * requests are not delayed.
 */
export function createChangesFeed({ db }: Pick<Deps, 'db'>) {
  const cache = new LRUCache<string, CachedReply>({ max: MAX_CACHED_REPLIES });
  let lastBuild: Promise<unknown> = Promise.resolve();
  let waitingCount = 0;

  const findCached = (key: string, lastNumber: number): string | undefined => {
    const reply = cache.get(key);
    return reply && reply.lastNumber >= lastNumber ? reply.body : undefined;
  };

  function addToCache(key: string, reply: CachedReply): string {
    cache.set(key, reply);
    return reply.body;
  }

  /** Throws catalogue_busy if too many requests wait. */
  async function runInTurn(build: () => Promise<string>): Promise<string> {
    if (waitingCount >= MAX_WAITING_REQUESTS) throw busyError();
    waitingCount += 1;
    const turn = lastBuild.then(build);
    lastBuild = turn.catch(() => undefined);
    return turn.finally(() => (waitingCount -= 1));
  }

  return {
    /**
     * An invalid cursor gives the whole catalogue (`full`). Throws catalogue_busy if writers take
     * too long, or too many requests wait.
     */
    async readChanges(query: ChangesQuery): Promise<string> {
      const key = `${query.limit} ${query.since ?? ''}`;
      const lastNumber = await lastChangeNumber(db);
      const cached = findCached(key, lastNumber);
      if (cached !== undefined) return cached;
      if (!(await waitForWriters(db))) throw busyError();
      return runInTurn(
        async () =>
          findCached(key, lastNumber) ??
          addToCache(key, { lastNumber, body: await buildResponse(db, query, lastNumber) }),
      );
    },
  };
}

/**
 * Waits until all change numbers taken so far are committed; false on a timeout. Writers lock
 * before they take a number, so the current lock holders are all writers to wait for. Takes no lock
 * itself.
 */
async function waitForWriters(db: Db): Promise<boolean> {
  const deadline = performance.now() + WRITERS_TIMEOUT_MS;
  const writers = await runningWriters(db);
  for (let ms = 20; writers.size > 0; ms = Math.min(2 * ms, 200)) {
    if (performance.now() > deadline) return false;
    await pause(ms);
    const running = await runningWriters(db);
    for (const writer of writers) if (!running.has(writer)) writers.delete(writer);
  }
  return true;
}

async function buildResponse(
  db: Db,
  { since, limit }: ChangesQuery,
  lastNumber: number,
): Promise<string> {
  const isValidCursor =
    since !== undefined &&
    /^\d{1,15}$/.test(since) &&
    Number(since) <= (await lastCommittedChangeNumber(db));
  const afterNumber = isValidCursor ? Number(since) : null;
  const { changed, removed } = await changesBetween({
    db,
    after: afterNumber ?? 0,
    until: lastNumber,
    limit,
  });
  const lastNumbers = [changed, removed]
    .filter((each) => each.length === limit)
    .map((each) => lastOf(each).changeNo);
  // A truncated response ends at the lower last number of its two lists.
  const cursor = lastNumbers.length
    ? Math.min(...lastNumbers)
    : Math.max(afterNumber ?? 0, ...[...changed, ...removed].map((each) => each.changeNo));
  const included = changed.filter(({ changeNo }) => changeNo <= cursor);
  const withdrawn = included.filter(({ active }) => active !== 'Y');
  const shownIds = included.filter(({ active }) => active === 'Y').map(({ movieId }) => movieId);
  const fields = catalogueChanges.reply!.omit({ changed: true }).parse({
    removed: [...removed.filter(({ changeNo }) => changeNo <= cursor), ...withdrawn].map(
      ({ movieKey }) => movieKey,
    ),
    cursor: String(cursor),
    full: afterNumber === null,
  });
  return `{"changed":[${await filmsAsJson(db, shownIds)}],${JSON.stringify(fields).slice(1)}`;
}

async function filmsAsJson(db: Db, movieIds: number[]): Promise<string> {
  const films: string[] = [];
  for (let at = 0; at < movieIds.length; at += FILM_BATCH_SIZE) {
    await nextTurn();
    const ids = movieIds.slice(at, at + FILM_BATCH_SIZE);
    const rows = new Map((await moviesByIds(db, ids)).map((row) => [row.movieId, row]));
    // A film withdrawn in the meantime has a later number and comes with the next request.
    const shown = ids.flatMap((id) => rows.get(id) ?? []).filter(({ active }) => active === 'Y');
    for (const row of shown) films.push(JSON.stringify(Movie.parse(toMovie(row))));
  }
  return films.join();
}
