import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aReplica, hasReplica } from '../support/debian-services.ts';
import { aPostgresCluster } from '../support/stress/postgres-cluster.ts';
import { aFreePort, aServerProcess, type ServerProcess, waitUntil } from '../support/server-process.ts';

const NEEDS = 'needs a local PostgreSQL: set TEST_DATABASE_URL';

describe.skipIf(!hasReplica)(hasReplica ? 'a streaming replica' : `a streaming replica (skipped: ${NEEDS})`, () => {
  let cluster: Awaited<ReturnType<typeof aPostgresCluster>>;
  let database: TestDatabase;
  let replica: Awaited<ReturnType<typeof aReplica>>;
  let server: ServerProcess;

  beforeAll(async () => {
    // A separate cluster: a replica copies all databases of its cluster.
    cluster = await aPostgresCluster();
    database = await aDatabase({ url: cluster.url });
    await database.withConnection(async () => undefined);
    replica = await aReplica(cluster.url);
    server = await aServerProcess({
      port: await aFreePort(),
      databaseUrl: database.url,
      dataDir: database.dataDir,
      sandboxOrigin: 'http://127.0.0.1:1',
      settings: { DATABASE_READ_URL: replica.url },
    });
  }, 90_000);

  afterAll(async () => {
    await server?.kill();
    await replica?.stop();
    await database?.drop();
    await cluster?.drop();
  });

  const aFilm = () => database.withConnection((visitor) => visitor.aFilm({ movieKey: randomUUID() }));
  const readMovie = (movieId: number, headers = {}) => server.get(`/ott/public/movies/${movieId}`, { headers });
  const runOnReplica = async (sql: string) => {
    const client = new pg.Client({ connectionString: replica.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  test('serves public reads with a delay; a rebuild reads from the primary', async () => {
    await runOnReplica('select pg_wal_replay_pause()');
    const { movieId } = await aFilm();
    expect((await readMovie(movieId)).status).toBe(404);
    expect((await readMovie(movieId, { 'Cache-Control': 'no-cache' })).status).toBe(200);
    await runOnReplica('select pg_wal_replay_resume()');
    await waitUntil('the replica has the film', async () => (await readMovie(movieId)).status === 200);
  });

  test('is not used for a viewer’s own reads', async () => {
    await runOnReplica('select pg_wal_replay_pause()');
    const { movieId } = await aFilm();
    const viewer = await database.withConnection((visitor) => visitor.aViewer({ mobile: '9611111111' }));
    expect((await server.get(`/ott/movies/${movieId}`, { as: viewer })).status).toBe(200);
    await runOnReplica('select pg_wal_replay_resume()');
  });

  test('may lack a migration: the primary answers instead', async () => {
    await runOnReplica('select pg_wal_replay_pause()');
    await database.withConnection(({ script }) => script('create table later (note text)'));
    const open = await openDatabase(database.url, { readUrl: replica.url });
    const result = open.readDb.execute('select note from later').finally(() => open.close());
    await expect(result).resolves.toMatchObject({ rows: [] });
    await runOnReplica('select pg_wal_replay_resume()');
  });

  test('may be unreachable: the primary answers instead', { tags: ['deep'] }, async () => {
    const { movieId } = await aFilm();
    await replica.stop();
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await readMovie(movieId)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

describe.skipIf(!hasReplica)(hasReplica ? 'PostgreSQL' : `PostgreSQL (skipped: ${NEEDS})`, () => {
  test('cancels a statement that exceeds the statement timeout', async () => {
    const database = await aDatabase();
    const open = await openDatabase(database.url, { statementSeconds: 1 });
    await expect(open.query('select pg_sleep(5)')).rejects.toThrow(/statement timeout/);
    await open.close();
    await database.drop();
  });

  test('returns the connection to the pool when a transaction cannot begin', async () => {
    const database = await aDatabase();
    const open = await openDatabase(database.url, { pool: 2 });
    for (let count = 0; count < 2; count++) {
      const transaction = open.db.transaction(async () => 'begun', { isolationLevel: 'unknown' as never });
      await expect(transaction).rejects.toThrow(/begin/);
    }
    expect((await open.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await open.close();
    await database.drop();
  });

  // Between two statements, only an error listener can catch the error of the connection.
  test('may close the connection inside a transaction: the transaction fails and the process continues', async () => {
    const database = await aDatabase();
    const open = await openDatabase(database.url);
    const transaction = open.db.transaction(async (tx) => {
      const { rows } = (await tx.execute('select pg_backend_pid() as pid')) as unknown as { rows: { pid: number }[] };
      await open.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await pause(200);
      await tx.execute('select 1');
    });
    await expect(transaction).rejects.toThrow(/Failed query/);
    expect((await open.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await open.close();
    await database.drop();
  });
});
