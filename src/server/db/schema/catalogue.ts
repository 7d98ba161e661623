import { sql } from 'drizzle-orm';
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  text,
} from 'drizzle-orm/pg-core';
import { MOVIE_TYPES } from '#domain/film.ts';
import {
  active,
  cascadingReference,
  changeNo,
  createdOn,
  enumChecks,
  instant,
  paise,
  requiredReference,
} from '../columns.ts';
import { users } from './accounts.ts';

export const catalogueChange = pgSequence('catalogue_change');

export const languages = pgTable('languages', {
  languageId: serial('language_id').primaryKey(),
  languageName: text('language_name').notNull().unique(),
});

export const genres = pgTable('genres', {
  genreId: serial('genre_id').primaryKey(),
  genreName: text('genre_name').notNull().unique(),
  ordering: integer('ordering').notNull().default(0),
});

/** A packaged film. Several titles may share one. */
export const packages = pgTable('packages', {
  packageId: serial('package_id').primaryKey(),
  /**
   * Digest of the package and name of its folder under MEDIA_DIR/packages; the same film is stored
   * once.
   */
  packageKey: text('package_key').notNull().unique(),
  manifest: jsonb('manifest').notNull(),
  /** 32 hex digits each, by `keyIndex`. Sent one at a time, and only to a valid ticket. */
  keys: text('keys').array().notNull(),
});

export const movies = pgTable(
  'movies',
  {
    movieId: serial('movie_id').primaryKey(),
    movieKey: text('movie_key').notNull().unique(),
    movieName: text('movie_name').notNull(),
    movieNameEn: text('movie_name_en'),
    movieDescription: text('movie_description').notNull().default(''),
    movieDescriptionOwn: text('movie_description_own'),
    poster: text('poster'),
    banner: text('banner'),
    posterGel: text('poster_gel'),
    bannerGel: text('banner_gel'),
    primaryLanguage: text('primary_language').notNull(),
    countryOfProduction: text('country_of_production'),
    yearProduced: text('year_produced'),
    yearReleased: text('year_released'),
    releaseDate: instant('release_date'),
    runningTime: integer('running_time'),
    ageRating: integer('age_rating'),
    active: active(),
    movieType: text('movie_type', { enum: MOVIE_TYPES }).notNull(),
    streamingStartDate: instant('streaming_start_date'),
    ticketRate: paise('ticket_rate').notNull(),
    teaserUrl: text('teaser_url'),
    trailorUrl: text('trailor_url'),
    packageId: integer('package_id').references(() => packages.packageId),
    avgRating: doublePrecision('avg_rating'),
    overallRank: integer('overall_rank').notNull().default(0),
    /**
     * Both names for the search, as written and by sound (domain/search-key.ts). The worker fills a
     * missing sound at its start.
     */
    searchText: text('search_text').notNull().default(''),
    searchSound: text('search_sound'),
    ownerId: integer('owner_id').references(() => users.userId, { onDelete: 'set null' }),
    importRef: text('import_ref').unique(),
    importDigest: text('import_digest'),
    changeNo: changeNo(),
    createdOn: createdOn(),
  },
  (t) => [
    // Lists of films read their first rows in the order of these two indexes.
    index('movies_streaming').on(t.active, t.streamingStartDate.desc().nullsLast(), t.movieId),
    index('movies_released').on(t.active, t.releaseDate.desc().nullsLast(), t.movieId),
    index('movies_change').on(t.changeNo),
    index('movies_language').on(t.primaryLanguage, t.movieId),
    index('movies_ref_search')
      .using('gin', t.importRef.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 512 }),
    // Lists of films are counted by an index-only scan of the next two; a table row is about thirty
    // times wider.
    index('movies_counted')
      .on(t.movieType, t.movieId)
      .where(sql`active = 'Y'`),
    index('movies_lists')
      .on(
        sql`lower(${t.primaryLanguage})`,
        t.movieType,
        t.streamingStartDate,
        t.releaseDate,
        t.avgRating,
        t.movieId,
        t.primaryLanguage,
      )
      .where(sql`active = 'Y'`),
    // The limit is in kB. Every search reads the pending list, and embedded PostgreSQL vacuums only
    // at night.
    index('movies_search_text')
      .using('gin', t.searchText.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 512 }),
    index('movies_search_sound')
      .using('gin', t.searchSound.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 512 }),
    ...enumChecks(t),
    check('movies_rate', sql`${t.ticketRate} >= 0`),
  ],
);

export const movieGenres = pgTable(
  'movie_genres',
  {
    movieId: cascadingReference('movie_id', () => movies.movieId),
    genreId: requiredReference('genre_id', () => genres.genreId),
    active: active(),
    ordering: integer('ordering').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.movieId, t.genreId] }),
    // The films of a genre are counted by this index and movies_counted.
    index('movie_genres_genre')
      .on(t.genreId, t.movieId)
      .where(sql`active = 'Y'`),
    ...enumChecks(t),
  ],
);

export const movieActors = pgTable(
  'movie_actors',
  {
    movieId: cascadingReference('movie_id', () => movies.movieId),
    ordering: integer('ordering').notNull(),
    actorName: text('actor_name').notNull(),
    actorRole: text('actor_role').notNull(),
    actorImage: text('actor_image'),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.ordering] })],
);

export const collections = pgTable(
  'collections',
  {
    collectionId: serial('collection_id').primaryKey(),
    name: text('name').notNull().unique(),
    ordering: integer('ordering').notNull().default(0),
    active: active(),
    importDigest: text('import_digest'),
  },
  enumChecks,
);

export const collectionMovies = pgTable(
  'collection_movies',
  {
    collectionId: cascadingReference('collection_id', () => collections.collectionId),
    movieId: cascadingReference('movie_id', () => movies.movieId),
    ordering: integer('ordering').notNull(),
  },
  (t) => [primaryKey({ columns: [t.collectionId, t.movieId] })],
);

export const removedMovies = pgTable('removed_movies', {
  movieKey: text('movie_key').primaryKey(),
  changeNo: changeNo(),
});
