import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MovieType } from '#domain/film.ts';
import { PAGE_NAMES } from '#contract/content.ts';
import { searchColumns } from '#domain/search-key.ts';
import { readConfig } from '#server/config/read-config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import {
  genres,
  languages,
  movieActors,
  movieGenres,
  movies,
} from '#server/db/schema/catalogue.ts';
import { contentPages } from '#server/db/schema/content.ts';
import { type Server, openServer } from '#server/server.ts';
import { pick } from './pick.ts';

const ROWS_AT_ONCE = 500;
const LANGUAGES = [
  'Tamil',
  'Hindi',
  'Malayalam',
  'Bengali',
  'Telugu',
  'Kannada',
  'Marathi',
  'English',
];
const GENRES = [
  'Drama',
  'Comedy',
  'Thriller',
  'Family',
  'Documentary',
  'Romance',
  'Horror',
  'History',
];
const PEOPLE = 'Meena Arun Kavya Dev Zoya Bala Nila Farhan Leela Omar'.split(' ');
const MOVIE_TYPES: MovieType[] = ['MOVIES', 'MOVIES', 'MOVIES', 'SERIES', 'SHORTS'];
const SYNOPSIS =
  'A long evening in a small town, and someone at the window who knows more than they say. ';
/** Fixed, so that two servers of one size are equal. */
const FIRST_STREAMING_DATE = Date.UTC(2026, 0, 1);

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
/** Letters and digits, as in the keys of the import, but always the same for a number. */
const keyOf = (number: number) => digest(`film ${number}`).replace(/[-_]/g, '0').slice(0, 12);

/**
 * Opens a server with generated titles, in memory, on a free port. It sends no mails and runs no
 * jobs.
 */
export async function openGeneratedServer(
  titles: number,
  dataDir: string,
): Promise<{ server: Server; apiOrigin: string }> {
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig(
    {
      NODE_ENV: 'test',
      DATABASE_URL: 'memory:',
      DATA_DIR: dataDir,
      PORT: '0',
      ORIGIN: 'http://localhost:4321',
    },
    () => ({ tokenSecret: 't'.repeat(32), otpPepper: 'p'.repeat(32) }),
  );
  const database = await openDatabase('memory:');
  await insertTitles(database, titles);
  const noJobs = {
    enqueue: () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
  const server = await openServer(
    { ...config, logLevel: 'silent', mediaDir: join(dataDir, 'media') },
    { database, jobs: noJobs },
  );
  return { server, apiOrigin: `http://127.0.0.1:${await server.listen()}` };
}

const CHANGE = `update movies set movie_name = movie_name || ' again', avg_rating = 4, change_no = nextval('catalogue_change')
  where movie_id in (select movie_id from movies order by md5(movie_key || $1) limit $2)`;

export const changeTitles = async ({ database }: Server, count: number, round: number) =>
  void (await database.query(CHANGE, [String(round), count]));

async function insertTitles({ db, query }: Database, titles: number) {
  await db.insert(languages).values(LANGUAGES.map((languageName) => ({ languageName })));
  await db
    .insert(contentPages)
    .values(PAGE_NAMES.map((name) => ({ name, pageContent: `<p>${SYNOPSIS}</p>` })));
  const genreRows = await db
    .insert(genres)
    .values(GENRES.map((genreName, ordering) => ({ genreName, ordering })))
    .returning();
  for (let first = 0; first < titles; first += ROWS_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(ROWS_AT_ONCE, titles - first) },
      (_, index) => first + index,
    );
    const rows = await db
      .insert(movies)
      .values(numbers.map(generateTitle))
      .returning({ movieId: movies.movieId });
    const ids = rows.map((row) => row.movieId);
    await db.insert(movieGenres).values(
      ids.flatMap((movieId) =>
        [0, 1].map((ordering) => ({
          movieId,
          ordering,
          genreId: pick(genreRows, movieId + ordering * 3).genreId,
        })),
      ),
    );
    await db.insert(movieActors).values(
      ids.flatMap((movieId) =>
        Array.from({ length: 6 }, (_, ordering) => ({
          movieId,
          ordering,
          actorName: `${pick(PEOPLE, movieId + ordering)} ${pick(PEOPLE, movieId * 3 + ordering)}`,
          actorRole: ordering === 0 ? 'Director' : 'Actor',
        })),
      ),
    );
  }
  // Does what autovacuum would do on a real server.
  await query('vacuum analyze');
}

function generateTitle(number: number) {
  const names = { movieName: `The ${pick(PEOPLE, number)} Evening ${number}`, movieNameEn: null };
  const stem = `/media/images/${digest(`picture ${number}`).slice(0, 16)}`;
  const streamingDate = new Date(FIRST_STREAMING_DATE + number * 60_000);
  return {
    ...names,
    ...searchColumns(names),
    movieKey: keyOf(number),
    movieType: pick(MOVIE_TYPES, number),
    primaryLanguage: pick(LANGUAGES, number),
    movieDescription: SYNOPSIS.repeat(5),
    poster: `${stem}/poster-400.webp`,
    banner: `${stem}/banner-1080.webp`,
    posterGel: '#0e2b2d',
    bannerGel: '#2b0e1d',
    ticketRate: 14_900,
    runningTime: 90 + (number % 80),
    ageRating: 13,
    yearReleased: '2026',
    releaseDate: streamingDate,
    streamingStartDate: streamingDate,
    active: 'Y' as const,
  };
}
