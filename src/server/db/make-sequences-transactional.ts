import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/**
 * Shorter than `deadlock_timeout` (1 s), so that in a deadlock the dry run fails and not a viewer's
 * transaction.
 */
const LOCK_TIMEOUT = '900ms';

const CATALOGUE_SEQUENCES = [
  'movies_movie_id_seq',
  'packages_package_id_seq',
  'genres_genre_id_seq',
  'languages_language_id_seq',
  'collections_collection_id_seq',
  'channels_channel_id_seq',
  'import_runs_import_run_id_seq',
  'import_changes_import_change_id_seq',
];

/**
 * A rollback does not undo `nextval`, unless the transaction altered the sequence before: ALTER
 * SEQUENCE gives it a new file, and the rollback returns to the old one. `cache 1` is the default,
 * so nothing else changes. The sequences are locked until the transaction ends. Therefore long work
 * alters only those of the catalogue.
 */
export const makeSequencesTransactional = (tx: Db, scope: 'all' | 'catalogue') =>
  tx.execute(
    sql.raw(`do $$
      declare sequence regclass;
      begin
        perform set_config('lock_timeout', '${LOCK_TIMEOUT}', true);
        for sequence in
          select oid from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
            ${scope === 'all' ? '' : `and relname in (${CATALOGUE_SEQUENCES.map((name) => `'${name}'`).join(', ')})`}
          order by relname
        loop
          execute format('alter sequence %s cache 1', sequence);
        end loop;
      end $$`),
  );
