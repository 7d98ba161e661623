import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { isSessionActive } from '#server/db/session-active.ts';
import { aDatabase } from '../support/database.ts';
import { isPostgres } from '../support/postgres.ts';

const NAME = 'a connection to PostgreSQL';

describe.skipIf(!isPostgres)(
  isPostgres ? NAME : `${NAME} (skipped: needs TEST_DATABASE_URL)`,
  () => {
    test('ends a statement that exceeds the statement timeout', async () => {
      const database = await aDatabase();
      const opened = await openDatabase(database.url, { statementSeconds: 1 });
      await expect(opened.query('select pg_sleep(5)')).rejects.toThrow(/statement timeout/);
      await opened.close();
      await database.drop();
    });

    test('goes back to the pool when a transaction cannot begin', async () => {
      const database = await aDatabase();
      const opened = await openDatabase(database.url, { maxConnections: 2 });
      for (let count = 0; count < 2; count++) {
        const transaction = opened.db.transaction(async () => 'begun', {
          isolationLevel: 'unknown' as never,
        });
        await expect(transaction).rejects.toThrow(/begin/);
      }
      expect((await opened.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await opened.close();
      await database.drop();
    });

    test('keeps prepared statements', async () => {
      const database = await aDatabase();
      const opened = await openDatabase(database.url, { maxConnections: 1 });
      for (let count = 0; count < 2; count++)
        await isSessionActive(opened.db, { userId: 1, roles: [], sessionId: randomUUID() });
      const { rows } = await opened.query('select name from pg_prepared_statements');
      expect(rows).toEqual([{ name: 'active_session' }]);
      await opened.close();
      await database.drop();
    });

    // Between two statements no promise is pending: the connection emits `error`, which ends a process without a listener.
    test('may be closed by PostgreSQL inside a transaction: the transaction fails and the process continues', async () => {
      const database = await aDatabase();
      const opened = await openDatabase(database.url);
      const transaction = opened.db.transaction(async (tx) => {
        const { rows } = (await tx.execute('select pg_backend_pid() as pid')) as unknown as {
          rows: { pid: number }[];
        };
        await opened.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
        await pause(200);
        await tx.execute('select 1');
      });
      await expect(transaction).rejects.toThrow(/Failed query/);
      expect((await opened.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await opened.close();
      await database.drop();
    });
  },
);
