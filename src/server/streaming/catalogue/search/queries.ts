/** Films by a name that someone typed. Trigram indexes answer all of it (pg_trgm), from three letters on. */
import { isNull, or, sql, type SQL } from 'drizzle-orm';
import { plainText, searchKey } from '#domain/search-key.ts';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';

/** A text as LIKE takes it, letter by letter. */
const literal = (value: string) => value.replace(/[\\%_]/g, '\\$&');
export const contains = (value: string) => `%${literal(plainText(value))}%`;

/** movieNameLIKE: the names contain the term, or a word of theirs begins as it sounds. */
export function hasName(term: string): SQL | undefined {
  const written = sql`${movies.searchText} like ${contains(term)}`;
  const sound = soundPattern(term);
  return sound === null ? written : or(written, sql`${movies.searchSound} like ${sound}`);
}

/**
 * Chosen: by sound a word may go on when the key has four letters; a shorter one (`ran`, `ek`) must be the whole word, for
 * short sounds are alike by chance. `searchSound` holds a space on both sides of every word (domain/search-key.ts).
 */
function soundPattern(term: string): string | null {
  const key = searchKey(term);
  if (key.length < 2) return null;
  return key.length < 4 ? `% ${key} %` : `% ${key}%`;
}

const lettersOf = (term: string) => plainText(term).match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** What a list adds to its criteria for a name: which films, and the best first. */
export interface NameMatch {
  where?: SQL | undefined;
  order: SQL[];
}

/** The best first: the whole name, its beginning, a word's beginning, anywhere in it; then the same by sound. */
export function matchesOf(term: string): NameMatch {
  const written = literal(plainText(term));
  const key = searchKey(term);
  const patterns = [`%\n ${written} \n%`, `%\n ${written}%`, `% ${written}%`, `%${written}%`].map(
    (pattern) => sql`${movies.searchText} like ${pattern}`,
  );
  const sounds = [`%\n ${key} \n%`, `%\n ${key}%`].map((pattern) => sql`${movies.searchSound} like ${pattern}`);
  const ranks = [...patterns, ...sounds].map((matches, rank) => sql`when ${matches} then ${sql.raw(String(rank))}`);
  return { order: [sql`case ${sql.join(ranks, sql` `)} else ${sql.raw(String(ranks.length))} end`] };
}

/** How much of the trigrams must be the same: `sevn doors` shares 0.7 with `seven doors`, chance pairs rarely 0.5. */
const SIMILARITY = '0.5';

const MAX_KEY = 100;

/** Films with a similar name; null for a term too short to tell a slip of the finger from another word. */
export function similarTo(term: string): NameMatch | null {
  const key = searchKey(term).slice(0, MAX_KEY);
  if (lettersOf(term) < 4 || key.length < 3) return null;
  return {
    where: sql`${key} <% ${movies.searchSound}`,
    order: [sql`word_similarity(${key}, ${movies.searchSound}) desc`],
  };
}

/** Runs what uses `similarTo`, whose operator takes its limit from a setting of the transaction. */
export const withSimilarity = <Found>(db: Db, find: (tx: Db) => Promise<Found>): Promise<Found> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${SIMILARITY}, true)`);
    return find(tx);
  });

// ---------- the search's own columns ----------

/** Films that came in before the search kept sounds, or by another way than the import. */
export const moviesWithoutSound = (db: Db, limit: number) =>
  db
    .select({ movieId: movies.movieId, movieName: movies.movieName, movieNameEn: movies.movieNameEn })
    .from(movies)
    .where(isNull(movies.searchSound))
    .limit(limit);

/** Pages show nothing of it: the change number stays. */
export async function saveSearchColumns(
  db: Db,
  rows: { movieId: number; searchText: string; searchSound: string }[],
): Promise<void> {
  const values = sql.join(
    rows.map((row) => sql`(${row.movieId}::int, ${row.searchText}, ${row.searchSound})`),
    sql`, `,
  );
  await db.execute(
    sql`update movies set search_text = made.text, search_sound = made.sound from (values ${values}) as made (id, text, sound) where movie_id = made.id`,
  );
}
