/** @module-tag databases */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBackup } from '#server/backup/backup.ts';
import { folderStorage } from '#server/backup/backup-storage.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { MIGRATIONS_FOLDER } from '#server/db/database.ts';
import { migrateTables } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { readSchemaVersion, type Schema, SCHEMA } from '#server/db/schema-check.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { withUnmigratedDatabase } from '../support/unmigrated-database.ts';
import { addMigration } from '../support/releases.ts';
import { readAllRows } from '../support/rows.ts';
import { aFreePort, aServerProcess, runCommand, waitUntil } from '../support/server-process.ts';
import { testNow } from '../support/test-now.ts';

const DEEP = { tags: ['deep'] };
const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const { number: OURS } = SCHEMA;
let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await aDatabase();
  folder = mkdtempSync(join(tmpdir(), 'matinee-schema-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const raw = <T>(work: Parameters<typeof withUnmigratedDatabase<T>>[1]) =>
  withUnmigratedDatabase(database.url, work);
const open = () => openDatabase(database.url).then((opened) => opened.close());
const setVersion = (number: number, compatibleSince: number) =>
  raw(({ query }) =>
    query('update schema_version set number = $1, compatible_since = $2', [
      number,
      compatibleSince,
    ]),
  );
const version = () => raw(({ db }) => readSchemaVersion(db));
const rows = () => raw((opened) => readAllRows(opened));

/** Restores the tables to their state before 0012_schema_version. */
const removeVersion = () =>
  raw(({ runSql }) =>
    runSql(`do $$ declare each record; begin
        for each in select conrelid::regclass as name, conname from pg_constraint where conname like '%\\_values' loop
          execute format('alter table %s drop constraint %I', each.name, each.conname);
        end loop;
      end $$;
      alter table orders add constraint orders_status check (true);
      alter table movies add constraint movies_active check (true);
      alter table submission_fees add constraint submission_fees_status check (true);
      drop table import_changes, import_runs, schema_version, office_sessions, office_members, office_jobs, approved_statements, device_authorizations;
      alter table sessions drop column device_name, drop column requested_movie_id, drop column requested_at;
      alter table submissions drop column decided_at;
      drop table disputes, held_payments, part_refunds, fee_mails, server_processes, movie_visits, gifts;
      alter table orders drop column link_source, drop column is_gift;
      drop index invoices_one_each_part;
      create unique index invoices_one_each on invoices (movie_order_id, kind);
      alter table orders drop column part_refunded_value;
      alter table invoices drop column part;
      alter table payment_attempts drop column paid_amount;
      alter table refunds drop column cause;
      alter table submission_fees drop column part_refunded_value;
      alter table coupon_uses drop column reserved_until;
      alter table orders drop column address_country;
      alter table movie_plays drop column is_playing;
      drop index channel_movies_movie, orders_refunded, users_search, users_created, users_producers, users_blocked, coupons_code, coupons_single, coupons_batch, coupons_batch_name, orders_date, orders_paid_at, orders_refunded_at, orders_coupon, movies_language, movies_ref_search, invoices_issued, payment_attempts_held, payment_events_order, payment_events_payment, refunds_order, refunds_unused, movie_plays_start, reviews_created, submission_fees_paid, submission_fees_refunded;
      delete from drizzle.__drizzle_migrations where id > (select max(id) - 15 from drizzle.__drizzle_migrations)`),
  );

/** Returns the schema of an invented next release, with one more migration. */
function aNextSchema(sql: string, compatibleSince: number): Schema {
  const migrationsFolder = join(folder, `migrations-${compatibleSince}`);
  cpSync(MIGRATIONS_FOLDER, migrationsFolder, { recursive: true });
  addMigration(migrationsFolder, sql);
  return { number: OURS + 1, compatibleSince, migrationsFolder };
}
const migrateTo = (schema: Schema) =>
  raw(({ db }) => db.transaction((tx) => migrateTables(tx, schema)));

const REFUSAL = new RegExp(
  `This database has schema ${OURS + 2}, which needs a release with schema ${OURS + 1} or newer; this release has schema ${OURS}\\. Start the newer release, or restore the backup`,
);

test('A database without a schema number is migrated and gets one', async () => {
  await removeVersion();
  await open();
  expect(await version()).toEqual({ number: OURS, compatibleSince: SCHEMA.compatibleSince });
});

test('A payment that an old release held is a row after the migration', async () => {
  await removeVersion();
  await raw(({ runSql }) =>
    runSql(`insert into submission_fees (fee_no, amount, created_at) values ('F26-1', 50000, now());
      insert into payment_attempts (fee_id, provider, receipt, amount, currency, order_total, state, held_reason, created_at)
      select fee_id, 'razorpay', 'F26-1-1', 50000, 'INR', 50000, 'held', e'pay_1: late\npay_2: INR 1.00 came: too little', now() from submission_fees where fee_no = 'F26-1'`),
  );
  await open();
  const held = await raw(
    async ({ query }) =>
      (
        await query(
          'select provider_payment_id as id, cause, reason, decision from held_payments order by 1',
        )
      ).rows,
  );
  expect(held).toEqual([
    { id: 'pay_1', cause: 'unknown', reason: 'late', decision: null },
    { id: 'pay_2', cause: 'unknown', reason: 'INR 1.00 came: too little', decision: null },
  ]);
});

test('A compatible database of a newer release stays unchanged', async () => {
  await setVersion(OURS + 3, OURS);
  const before = await rows();
  await open();
  expect(await rows()).toEqual(before);
});

test('An incompatible database of a newer release is refused and stays unchanged', async () => {
  await setVersion(OURS + 2, OURS + 1);
  const before = await rows();
  await expect(open()).rejects.toThrow(REFUSAL);
  expect(await rows()).toEqual(before);
});

test('After an expanding migration this release still reads and writes', async () => {
  const newColumns = `alter table movies add column mood text;--> statement-breakpoint
    alter table movies add column stars int default 3 not null`;
  await migrateTo(aNextSchema(newColumns, OURS));
  const film = await database.withConnection(({ aFilm }) => aFilm());
  expect(film).not.toHaveProperty('mood');
  const stored = await raw(
    async ({ query }) => (await query('select movie_name, mood, stars from movies')).rows,
  );
  expect(stored).toEqual([{ movie_name: film.movieName, mood: null, stars: 3 }]);
});

test('After a contracting migration this release is refused', async () => {
  await migrateTo(aNextSchema('alter table movies drop column movie_description', OURS + 1));
  await expect(open()).rejects.toThrow(
    `This database has schema ${OURS + 1}, which needs a release`,
  );
});

test('A migration that fails changes neither the tables nor the number', async () => {
  const before = await rows();
  const broken = aNextSchema(
    'create table half (id int);--> statement-breakpoint select 1 / 0',
    OURS + 1,
  );
  await expect(migrateTo(broken)).rejects.toThrow('select 1 / 0');
  expect(await rows()).toEqual(before);
});

test('An empty migration raises the schema number too', async () => {
  await migrateTo(aNextSchema('-- Custom SQL migration file, put your code below! --', OURS));
  expect(await version()).toEqual({ number: OURS + 1, compatibleSince: OURS });
});

test.skipIf(!isPostgres)(
  'A migration may take longer than the statement timeout',
  DEEP,
  async () => {
    await removeVersion();
    await raw(({ runSql }) =>
      runSql(`create function take_time() returns trigger language plpgsql as 'begin perform pg_sleep(1.2); return new; end';
      create trigger take_time before insert on drizzle.__drizzle_migrations for each row execute function take_time()`),
    );
    await openDatabase(database.url, { statementSeconds: 1 }).then((opened) => opened.close());
    expect(await version()).toMatchObject({ number: OURS });
  },
);

const WAITING = `select 1 from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`;
test.skipIf(!isPostgres)(
  'A migration that waits for a locked table does not block other statements, and is retried',
  DEEP,
  async () => {
    await removeVersion();
    await raw(async ({ db, query }) => {
      let opening: Promise<void> | undefined;
      await db.transaction(async (tx) => {
        await tx.execute('lock table drizzle.__drizzle_migrations in share mode');
        opening = open();
        const isWaiting = async () => (await query(WAITING)).rowCount > 0;
        await waitUntil('the migration waits', isWaiting);
        await waitUntil('the migration has stopped waiting', async () => !(await isWaiting()));
      });
      await opening;
    });
    expect(await version()).toEqual({ number: OURS, compatibleSince: SCHEMA.compatibleSince });
  },
);

describe('A backup of a newer release', () => {
  const restoreNewerBackup = async (since: number) => {
    const storage = folderStorage(join(folder, 'backups'));
    const opened = await openDatabase(database.url);
    const manifest = await createBackup(opened, storage, {
      mediaDir: join(folder, 'media'),
      now: testNow(),
    });
    await opened.close();
    expect(manifest.schema).toEqual({ number: OURS, compatibleSince: SCHEMA.compatibleSince });
    const newer = { ...manifest, schema: { number: OURS + 1, compatibleSince: since } };
    await storage.put(
      `${manifest.id}/card.json`,
      new Uint8Array(Buffer.from(JSON.stringify(newer))),
    );
    const empty = await aDatabase({ isEmpty: true });
    const databaseUrl = isPostgres ? empty.url : `file:${join(folder, 'restored')}`;
    const restoring = restoreBackup(storage, manifest.id, {
      databaseUrl,
      mediaDir: join(folder, 'media-back'),
    });
    return restoring.finally(() => empty.drop());
  };

  test('is restored if this release may use its tables', async () => {
    expect(await restoreNewerBackup(OURS)).toMatchObject({ schema: { number: OURS + 1 } });
  });

  test('is refused if this release must not use them, before any change', async () => {
    await expect(restoreNewerBackup(OURS + 1)).rejects.toThrow(
      `This backup has schema ${OURS + 1}, which needs a release with schema ${OURS + 1} or newer; this release has schema ${OURS}. Restore it with the newer release`,
    );
  });
});

describe('On an incompatible database of a newer release', () => {
  const run = async (...args: string[]) => {
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: database.dataDir,
      PORT: String(await aFreePort()),
      ORIGIN: 'http://server.test',
    };
    const command = runCommand(args, settings);
    return { code: await command.exited, output: command.output() };
  };

  const COMMANDS = [
    ['scripts/serve.ts'],
    ['scripts/start.ts', '--without-site'],
    ['scripts/cinema.ts', 'movie', 'list'],
    ['scripts/cinema.ts', 'doctor'],
    ['scripts/cinema.ts', 'backup', 'make', '/nowhere'],
  ];
  for (const args of COMMANDS)
    test(
      `${args.join(' ')} ends with 1 without a stack trace, and changes nothing`,
      DEEP,
      async () => {
        await setVersion(OURS + 2, OURS + 1);
        const before = await rows();
        const { code, output } = await run(...args);
        expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(REFUSAL) });
        expect(output).not.toMatch(/\n\s+at /);
        expect(await rows()).toEqual(before);
      },
    );
});

test(
  'On a compatible database of a newer release, a server and a command print a notice and continue',
  DEEP,
  async () => {
    await setVersion(OURS + 1, OURS);
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: database.dataDir,
      ORIGIN: 'http://server.test',
    };
    const notice = `The database has schema ${OURS + 1}, this release has schema ${OURS} and may use it.`;
    const command = runCommand(['scripts/cinema.ts', 'movie', 'list'], settings);
    expect(await command.exited).toBe(0);
    expect(command.output()).toContain(notice);
    const server = await aServerProcess({
      port: await aFreePort(),
      databaseUrl: database.url,
      dataDir: database.dataDir,
      sandboxOrigin: 'http://127.0.0.1:1',
    });
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain(notice);
  },
);
