import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** Less than PostgreSQL waits before it ends one side of a deadlock (1 s): a dry run gives up before it harms a viewer. */
const LOCK_WAIT = '900ms';

/** Sequences that only operators and film makers take numbers of. */
const CATALOGUE = [
  'movies_movie_id',
  'packages_package_id',
  'genres_genre_id',
  'languages_language_id',
  'collections_collection_id',
  'channels_channel_id',
];

/**
 * Gives this transaction its own copies of the sequences: the numbers that it takes come back with its rollback. Any option makes
 * ALTER SEQUENCE write a copy, and `cache 1` is what each has already. Until the transaction ends, whoever else needs a number of
 * them waits; long work therefore copies the catalogue's alone.
 */
export const copySequences = (tx: Db, which: 'all' | 'catalogue') =>
  tx.execute(
    sql.raw(`do $$
      declare sequence regclass;
      begin
        perform set_config('lock_timeout', '${LOCK_WAIT}', true);
        for sequence in
          select oid from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
            ${which === 'all' ? '' : `and relname in (${CATALOGUE.map((name) => `'${name}_seq'`).join(', ')})`}
          order by relname
        loop
          execute format('alter sequence %s cache 1', sequence);
        end loop;
      end $$`),
  );
