import { index, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { IMPORT_STATES } from '#domain/operator-states.ts';
import { cascadingReference, enumChecks, instant } from '../columns.ts';

/** Imports of catalogue files by an operator. A killed import can be undone too. */
export const importRuns = pgTable(
  'import_runs',
  {
    importRunId: serial('import_run_id').primaryKey(),
    startedAt: instant('started_at').notNull(),
    who: text('who').notNull(),
    /** The name of the file, without its folder. */
    file: text('file').notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull(),
  },
  enumChecks,
);

/** The rows that an import created, changed or deleted. Personal data is never stored here. */
export const importChanges = pgTable(
  'import_changes',
  {
    importChangeId: serial('import_change_id').primaryKey(),
    importRunId: cascadingReference('import_run_id', () => importRuns.importRunId),
    /** A name of `tracked-tables.ts`. */
    tracked: text('tracked').notNull(),
    /**
     * Rows of one object are undone together or not at all: a film with its genres and its cast.
     */
    object: text('object').notNull(),
    /** The reference or the name of the object, for messages; null for its parts. */
    name: text('name'),
    rowKey: jsonb('row_key').notNull(),
    /** Null if the import created the row; an empty object if the row has personal data. */
    before: jsonb('before'),
    /** Null if the import deleted the row. */
    afterDigest: text('after_digest'),
  },
  (t) => [index('import_changes_run').on(t.importRunId, t.importChangeId)],
);
