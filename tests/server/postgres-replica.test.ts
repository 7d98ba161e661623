import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aReplica, hasReplica } from '../support/debian-services.ts';
import { aCluster } from '../support/siege/cluster.ts';
import { aFreePort, aServerProcess, type ServerProcess, until } from '../support/server-process.ts';

const NEEDS = 'needs a PostgreSQL of this machine, and TEST_DATABASE_URL names none';

describe.skipIf(!hasReplica)(hasReplica ? 'a streaming replica' : `a streaming replica (left out: ${NEEDS})`, () => {
  let cluster: Awaited<ReturnType<typeof aCluster>>;
  let database: TestDatabase;
  let replica: Awaited<ReturnType<typeof aReplica>>;
  let server: ServerProcess;

  beforeAll(async () => {
    // Of its own: the databases of all other tests would come along.
    cluster = await aCluster();
    database = await aDatabase({ at: cluster.url });
    await database.visit(async () => undefined);
    replica = await aReplica(cluster.url);
    server = await aServerProcess({
      port: await aFreePort(),
      databaseUrl: database.url,
      dataDir: database.dataDir,
      bankOrigin: 'http://127.0.0.1:1',
      settings: { DATABASE_READ_URL: replica.url },
    });
  }, 90_000);

  afterAll(async () => {
    await server?.kill();
    await replica?.stop();
    await database?.drop();
    await cluster?.drop();
  });

  const aFilm = () => database.visit((visitor) => visitor.aFilm({ movieKey: randomUUID() }));
  const look = (movieId: number, headers = {}) => server.get(`/ott/public/movies/${movieId}`, { headers });
  const say = async (sql: string) => {
    const client = new pg.Client({ connectionString: replica.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  test('answers what everybody may read, a moment behind; a rebuild is answered by the primary', async () => {
    await say('select pg_wal_replay_pause()');
    const { movieId } = await aFilm();
    expect((await look(movieId)).status).toBe(404);
    expect((await look(movieId, { 'Cache-Control': 'no-cache' })).status).toBe(200);
    await say('select pg_wal_replay_resume()');
    await until('the replica has heard of the film', async () => (await look(movieId)).status === 200);
  });

  test('is not asked for what a viewer has just written', async () => {
    await say('select pg_wal_replay_pause()');
    const { movieId } = await aFilm();
    const viewer = await database.visit((visitor) => visitor.aViewer({ mobile: '9611111111' }));
    expect((await server.get(`/ott/movies/${movieId}`, { as: viewer })).status).toBe(200);
    await say('select pg_wal_replay_resume()');
  });

  test('may not have a migration yet: the primary answers in its place', async () => {
    await say('select pg_wal_replay_pause()');
    await database.visit(({ script }) => script('create table later (note text)'));
    const open = await openDatabase(database.url, { readUrl: replica.url });
    const answer = open.readDb.execute('select note from later').finally(() => open.close());
    await expect(answer).resolves.toMatchObject({ rows: [] });
    await say('select pg_wal_replay_resume()');
  });

  test('may go away: the primary answers in its place', { tags: ['deep'] }, async () => {
    const { movieId } = await aFilm();
    await replica.stop();
    const seen = [];
    for (let count = 0; count < 5; count++) seen.push((await look(movieId)).status);
    expect(seen).toEqual([200, 200, 200, 200, 200]);
  });
});

describe.skipIf(!hasReplica)(hasReplica ? 'PostgreSQL' : `PostgreSQL (left out: ${NEEDS})`, () => {
  test('gives up a statement that takes longer than the house waits', async () => {
    const database = await aDatabase();
    const open = await openDatabase(database.url, { statementSeconds: 1 });
    await expect(open.query('select pg_sleep(5)')).rejects.toThrow(/statement timeout/);
    await open.close();
    await database.drop();
  });

  test('gets a connection back whose transaction could not begin', async () => {
    const database = await aDatabase();
    const open = await openDatabase(database.url, { pool: 2 });
    for (let count = 0; count < 2; count++) {
      const begins = open.db.transaction(async () => 'begun', { isolationLevel: 'unknown' as never });
      await expect(begins).rejects.toThrow(/begin/);
    }
    expect((await open.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await open.close();
    await database.drop();
  });

  // Between two statements of a transaction nobody waits for the connection: what it tells then must find a listener.
  test('may hang up inside a transaction: that one fails, and the process goes on', async () => {
    const database = await aDatabase();
    const open = await openDatabase(database.url);
    const loses = open.db.transaction(async (tx) => {
      const { rows } = (await tx.execute('select pg_backend_pid() as pid')) as unknown as { rows: { pid: number }[] };
      await open.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await pause(200);
      await tx.execute('select 1');
    });
    await expect(loses).rejects.toThrow(/Failed query/);
    expect((await open.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await open.close();
    await database.drop();
  });
});
