import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { aPostgresDatabase, isPostgres } from '../support/postgres.ts';

const PROCESSES = 4;

let database: Awaited<ReturnType<typeof aPostgresDatabase>>;
let connections: Database[];
beforeAll(async () => {
  if (!isPostgres) return;
  database = await aPostgresDatabase();
  connections = [];
  for (let each = 0; each < PROCESSES; each++) connections.push(await openDatabase(database.url));
});
afterAll(async () => {
  if (!isPostgres) return;
  await Promise.all(connections.map((each) => each.close()));
  await database.drop();
});

test.skipIf(!isPostgres)(
  'processes that start together on a new database all open the job queues',
  async () => {
    const jobs = await Promise.all(
      connections.map((each) => openJobs(each, pino({ level: 'silent' }))),
    );
    expect(jobs).toHaveLength(PROCESSES);
    await Promise.all(jobs.map((each) => each.stop()));
  },
);
