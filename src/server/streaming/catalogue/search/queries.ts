/** Search by a typed name. Trigram indexes (pg_trgm) answer it from three letters on. */
import { isNull, or, sql, type SQL } from 'drizzle-orm';
import { normalizeSearchText, searchKey } from '#domain/search-key.ts';
import { containsPattern, escapeLike } from '../../../db/conditions.ts';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';

export const searchPattern = (value: string) => containsPattern(normalizeSearchText(value));

/** movieNameLIKE: a name contains the term, or one of its words starts with the same sound. */
export function nameMatches(term: string): SQL | undefined {
  const textMatches = sql`${movies.searchText} like ${searchPattern(term)}`;
  const sound = soundPattern(term);
  return sound === null ? textMatches : or(textMatches, sql`${movies.searchSound} like ${sound}`);
}

/**
 * Chosen: keys shorter than four letters (`ran`, `ek`) must match the whole word: short sounds
 * often match by chance. `searchSound` has a space on both sides of every word
 * (domain/search-key.ts).
 */
function soundPattern(term: string): string | null {
  const key = searchKey(term);
  if (key.length < 2) return null;
  return key.length < 4 ? `% ${key} %` : `% ${key}%`;
}

const countLetters = (term: string) =>
  normalizeSearchText(term).match(/[\p{L}\p{N}]/gu)?.length ?? 0;

export interface NameMatch {
  where?: SQL | undefined;
  order: SQL[];
}

/**
 * Order: whole name, start of the name, start of a word, anywhere; then whole name and start of the
 * name by sound.
 */
export function rankByName(term: string): NameMatch {
  const text = escapeLike(normalizeSearchText(term));
  const key = searchKey(term);
  const patterns = [`%\n ${text} \n%`, `%\n ${text}%`, `% ${text}%`, `%${text}%`].map(
    (pattern) => sql`${movies.searchText} like ${pattern}`,
  );
  const sounds = [`%\n ${key} \n%`, `%\n ${key}%`].map(
    (pattern) => sql`${movies.searchSound} like ${pattern}`,
  );
  const ranks = [...patterns, ...sounds].map(
    (matches, rank) => sql`when ${matches} then ${sql.raw(String(rank))}`,
  );
  return {
    order: [sql`case ${sql.join(ranks, sql` `)} else ${sql.raw(String(ranks.length))} end`],
  };
}

/**
 * Minimum share of common trigrams: `sevn doors` and `seven doors` share 0.7, unrelated names
 * rarely 0.5.
 */
const MIN_SIMILARITY = '0.5';

const MAX_KEY_LENGTH = 100;

/** Films with a similar name; null if the term is too short to recognise a typing error. */
export function similarTo(term: string): NameMatch | null {
  const key = searchKey(term).slice(0, MAX_KEY_LENGTH);
  if (countLetters(term) < 4 || key.length < 3) return null;
  return {
    where: sql`${key} <% ${movies.searchSound}`,
    order: [sql`word_similarity(${key}, ${movies.searchSound}) desc`],
  };
}

/** Required around `similarTo`: its operator reads its threshold from a transaction setting. */
export const withSimilarity = <Found>(db: Db, find: (tx: Db) => Promise<Found>): Promise<Found> =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${MIN_SIMILARITY}, true)`,
    );
    return find(tx);
  });

export const moviesWithoutSearchColumns = (db: Db, limit: number) =>
  db
    .select({
      movieId: movies.movieId,
      movieName: movies.movieName,
      movieNameEn: movies.movieNameEn,
    })
    .from(movies)
    .where(isNull(movies.searchSound))
    .limit(limit);

/** Pages do not show these columns, so the change number stays. */
export async function saveSearchColumns(
  db: Db,
  rows: { movieId: number; searchText: string; searchSound: string }[],
) {
  const values = sql.join(
    rows.map((row) => sql`(${row.movieId}::int, ${row.searchText}, ${row.searchSound})`),
    sql`, `,
  );
  await db.execute(
    sql`update movies set search_text = made.text, search_sound = made.sound from (values ${values}) as made (id, text, sound) where movie_id = made.id`,
  );
}
