import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { catalogueChanges, Movie } from '#contract/catalogue.ts';
import { detailMessages as text } from '#messages/details.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { changesBetween, lastNumberTaken, moviesByIds, newestChange, runningWriters } from './queries.ts';
import { toMovie } from './wire.ts';

type Asked = QueryOf<typeof catalogueChanges>;
interface Kept {
  /** The last number that was taken when the reply was written; while it stands, nothing has changed. */
  last: number;
  body: string;
}

/** Films read and written at once: more of them would hold the event loop too long. */
const FILMS_AT_ONCE = 50;
/** Replies that are kept; one of 1,000 films has some 2 MB. */
const KEPT_REPLIES = 4;
/** Readers that wait for a reply to be written; more of them are told to come again. */
const MOST_WAITING = 50;
const WRITERS_MS = 3000;
const RETRY_SECONDS = 3;

const busy = () => new AppError('unavailable', 'catalogue_busy', text.catalogueBusy, { retryAfter: RETRY_SECONDS });

/**
 * The changes feed, as JSON text. One reply is written at a time, in small steps, and kept until the next change: many readers
 * cost little more than one, and no other call waits for them.
 */
export function createChangesFeed({ db }: Pick<Deps, 'db'>) {
  const kept = new Map<string, Kept>();
  let writing: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const keptSince = (key: string, last: number): string | undefined => {
    const reply = kept.get(key);
    return reply && reply.last >= last ? reply.body : undefined;
  };

  function keep(key: string, reply: Kept): string {
    kept.delete(key);
    kept.set(key, reply);
    if (kept.size > KEPT_REPLIES) kept.delete(kept.keys().next().value!);
    return reply.body;
  }

  /** Runs `write` when those before it are done. Throws catalogue_busy where too many wait. */
  async function inTurn(write: () => Promise<string>): Promise<string> {
    if (waiting >= MOST_WAITING) throw busy();
    waiting += 1;
    const turn = writing.then(write);
    writing = turn.catch(() => undefined);
    return turn.finally(() => (waiting -= 1));
  }

  return {
    /**
     * What changed since a cursor. One that cannot be read, or is of another catalogue's future, is too old to answer: `full`.
     * Throws catalogue_busy while somebody writes for long, or too many ask.
     */
    async read(asked: Asked): Promise<string> {
      const key = `${asked.limit} ${asked.since ?? ''}`;
      const last = await lastNumberTaken(db);
      const known = keptSince(key, last);
      if (known !== undefined) return known;
      if (!(await areCommitted(db))) throw busy();
      return inTurn(async () => keptSince(key, last) ?? keep(key, { last, body: await writeChanges(db, asked, last) }));
    },
  };
}

/**
 * Waits until the changes whose numbers are taken now are committed; false when that takes long. A number that was taken has a
 * writer that held the lock already, so the writers of this moment are all there are to wait for. No lock is taken: neither a
 * writer nor another reader waits for a reader.
 */
async function areCommitted(db: Db): Promise<boolean> {
  const until = performance.now() + WRITERS_MS;
  const awaited = await runningWriters(db);
  for (let ms = 20; awaited.size > 0; ms = Math.min(2 * ms, 200)) {
    if (performance.now() > until) return false;
    await pause(ms);
    const running = await runningWriters(db);
    for (const writer of awaited) if (!running.has(writer)) awaited.delete(writer);
  }
  return true;
}

async function writeChanges(db: Db, { since, limit }: Asked, last: number): Promise<string> {
  const isOurs = since !== undefined && /^\d{1,15}$/.test(since) && Number(since) <= (await newestChange(db));
  const from = isOurs ? Number(since) : null;
  const { changed, removed } = await changesBetween(db, from ?? 0, last, limit);
  const cutOff = [changed, removed].filter((each) => each.length === limit).map((each) => each.at(-1)!.changeNo);
  // A cut-off answer may only go as far as the shorter of its two lists.
  const cursor = cutOff.length
    ? Math.min(...cutOff)
    : Math.max(from ?? 0, ...[...changed, ...removed].map((each) => each.changeNo));
  const told = changed.filter(({ changeNo }) => changeNo <= cursor);
  const withdrawn = told.filter(({ active }) => active !== 'Y');
  const shown = told.filter(({ active }) => active === 'Y').map(({ movieId }) => movieId);
  const rest = catalogueChanges.reply!.omit({ changed: true }).parse({
    removed: [...removed.filter(({ changeNo }) => changeNo <= cursor), ...withdrawn].map(({ movieKey }) => movieKey),
    cursor: String(cursor),
    full: from === null,
  });
  return `{"changed":[${await filmsAsJson(db, shown)}],${JSON.stringify(rest).slice(1)}`;
}

async function filmsAsJson(db: Db, movieIds: number[]): Promise<string> {
  const films: string[] = [];
  for (let at = 0; at < movieIds.length; at += FILMS_AT_ONCE) {
    await nextTurn();
    const ids = movieIds.slice(at, at + FILMS_AT_ONCE);
    const rows = new Map((await moviesByIds(db, ids)).map((row) => [row.movieId, row]));
    // A film that was withdrawn meanwhile has a later number: the next call tells of it.
    const shown = ids.flatMap((id) => rows.get(id) ?? []).filter(({ active }) => active === 'Y');
    for (const row of shown) films.push(JSON.stringify(Movie.parse(toMovie(row))));
  }
  return films.join();
}
