import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** Below `deadlock_timeout` (1 s): the dry run fails before PostgreSQL ends a viewer's transaction. */
const LOCK_TIMEOUT = '900ms';

const CATALOGUE_SEQUENCES = [
  'movies_movie_id',
  'packages_package_id',
  'genres_genre_id',
  'languages_language_id',
  'collections_collection_id',
  'channels_channel_id',
];

/**
 * Makes the rollback of this transaction restore the sequences: ALTER SEQUENCE writes a new copy, even with the unchanged
 * option `cache 1`. Other transactions wait for a copied sequence until this one ends, so long work copies only 'catalogue'.
 */
export const copySequences = (tx: Db, scope: 'all' | 'catalogue') =>
  tx.execute(
    sql.raw(`do $$
      declare sequence regclass;
      begin
        perform set_config('lock_timeout', '${LOCK_TIMEOUT}', true);
        for sequence in
          select oid from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
            ${scope === 'all' ? '' : `and relname in (${CATALOGUE_SEQUENCES.map((name) => `'${name}_seq'`).join(', ')})`}
          order by relname
        loop
          execute format('alter sequence %s cache 1', sequence);
        end loop;
      end $$`),
  );
