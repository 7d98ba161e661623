import type { SectionName } from './report.ts';

/**
 * Rows that an import records, so that it can be undone. All names are of this file and safe in
 * SQL.
 */
export interface TrackedTable {
  table: string;
  key: readonly [string, ...string[]];
  /** The column that identifies the object to which the row belongs. */
  object: string;
  /** The column with the name of the object; missing for its parts. */
  name?: string;
  /** Columns that change without an operator. */
  ignored?: readonly string[];
  /** The only columns that count; default all. */
  only?: readonly string[];
  /**
   * Rows with personal data are only deleted if the import created them, and never changed back.
   */
  isPersonal?: true;
  /** A condition on the row `t`. `$refs` are the references of the rows of the file. */
  where: string;
}

const FILMS_OF_FILE = 'select movie_id from movies where import_ref = any($refs)';

const TABLES = {
  languages: {
    table: 'languages',
    key: ['language_id'],
    object: 'language_id',
    name: 'language_name',
    where: 'true',
  },
  genres: {
    table: 'genres',
    key: ['genre_id'],
    object: 'genre_id',
    name: 'genre_name',
    where: 'true',
  },
  packages: {
    table: 'packages',
    key: ['package_id'],
    object: 'package_id',
    name: 'package_key',
    only: ['package_key'],
    where: 'true',
  },
  movies: {
    table: 'movies',
    // The key of the film is part of addresses. It is never changed.
    key: ['movie_id', 'movie_key'],
    object: 'movie_id',
    name: 'import_ref',
    ignored: ['change_no', 'avg_rating', 'overall_rank', 'owner_id'],
    where: 't.import_ref = any($refs)',
  },
  movieGenres: {
    table: 'movie_genres',
    key: ['movie_id', 'genre_id'],
    object: 'movie_id',
    where: `t.movie_id in (${FILMS_OF_FILE})`,
  },
  movieActors: {
    table: 'movie_actors',
    key: ['movie_id', 'ordering'],
    object: 'movie_id',
    where: `t.movie_id in (${FILMS_OF_FILE})`,
  },
  collections: {
    table: 'collections',
    key: ['collection_id'],
    object: 'collection_id',
    name: 'name',
    where: 't.name = any($refs)',
  },
  collectionMovies: {
    table: 'collection_movies',
    key: ['collection_id', 'movie_id'],
    object: 'collection_id',
    where: 't.collection_id in (select collection_id from collections where name = any($refs))',
  },
  channels: {
    table: 'channels',
    key: ['channel_id'],
    object: 'channel_id',
    name: 'channel_name',
    where: 't.import_ref = any($refs)',
  },
  channelMovies: {
    table: 'channel_movies',
    key: ['channel_id', 'movie_id'],
    object: 'channel_id',
    where: 't.channel_id in (select channel_id from channels where import_ref = any($refs))',
  },
  movieOwners: {
    table: 'movies',
    key: ['movie_id'],
    object: 'movie_id',
    name: 'import_ref',
    only: ['owner_id'],
    where: 'true',
  },
  coupons: {
    table: 'coupons',
    key: ['coupon_code'],
    object: 'coupon_code',
    name: 'coupon_code',
    where: 't.coupon_code = any($refs)',
  },
  reviews: {
    table: 'reviews',
    key: ['review_id'],
    object: 'review_id',
    name: 'review_id',
    isPersonal: true,
    where: `exists (select from movies m, users u where m.movie_id = t.movie_id and u.user_id = t.user_id
      and m.import_ref || '/' || u.import_ref = any($refs))`,
  },
  orders: {
    table: 'orders',
    key: ['movie_order_id'],
    object: 'movie_order_id',
    name: 'order_no',
    isPersonal: true,
    where: 't.import_ref = any($refs)',
  },
  contentPages: {
    table: 'content_pages',
    key: ['name'],
    object: 'name',
    name: 'name',
    where: 't.name = any($refs)',
  },
  users: {
    table: 'users',
    key: ['user_id'],
    object: 'user_id',
    name: 'user_id',
    isPersonal: true,
    // A user who signed up before gets the reference during the import.
    where: 't.import_ref = any($refs) or t.mobile = any($refs)',
  },
} as const satisfies Record<string, TrackedTable>;

export type TrackedName = keyof typeof TABLES;
export const TRACKED_TABLES: Record<TrackedName, TrackedTable> = TABLES;

/** What each section of a file may change. Parts come after their object. */
export const TRACKED_BY_SECTION: Record<SectionName, readonly TrackedName[]> = {
  users: ['users'],
  movies: ['languages', 'genres', 'packages', 'movies', 'movieGenres', 'movieActors'],
  collections: ['collections', 'collectionMovies'],
  channels: ['channels', 'channelMovies', 'movieOwners'],
  coupons: ['coupons'],
  reviews: ['reviews'],
  orders: ['orders'],
  pages: ['contentPages'],
};

/**
 * The order in which objects are undone: first what refers to others. Each list is one kind of
 * object with its parts.
 */
export const UNDO_ORDER: readonly (readonly [TrackedName, ...TrackedName[]])[] = [
  ['contentPages'],
  ['orders'],
  ['reviews'],
  ['coupons'],
  ['movieOwners'],
  ['channels', 'channelMovies'],
  ['collections', 'collectionMovies'],
  ['movies', 'movieGenres', 'movieActors'],
  ['packages'],
  ['genres'],
  ['languages'],
  ['users'],
];
