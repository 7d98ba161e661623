import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aReplica, canStartReplica } from '../support/debian-services.ts';
import { aPostgresCluster } from '../support/stress/postgres-cluster.ts';
import {
  aFreePort,
  aServerProcess,
  type ServerProcess,
  waitUntil,
} from '../support/server-process.ts';

const NEEDS = 'needs TEST_DATABASE_URL, and pg_basebackup and pg_ctl in /usr/lib/postgresql';

const NAME = 'a streaming replica';

describe.skipIf(!canStartReplica)(canStartReplica ? NAME : `${NAME} (skipped: ${NEEDS})`, () => {
  let cluster: Awaited<ReturnType<typeof aPostgresCluster>>;
  let database: TestDatabase;
  let replica: Awaited<ReturnType<typeof aReplica>>;
  let server: ServerProcess;

  beforeAll(async () => {
    // A separate cluster: a replica copies all databases of its cluster. `withConnection` migrates the database.
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

  const aFilm = () =>
    database.withConnection((connection) => connection.aFilm({ movieKey: randomUUID() }));
  const readMovie = (movieId: number, headers = {}) =>
    server.get(`/ott/public/movies/${movieId}`, { headers });
  const runOnReplica = async (sql: string) => {
    const client = new pg.Client({ connectionString: replica.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  test('serves public reads, which may be stale; a read with no-cache, as a rebuild sends it, goes to the primary', async () => {
    await runOnReplica('select pg_wal_replay_pause()');
    const { movieId } = await aFilm();
    expect((await readMovie(movieId)).status).toBe(404);
    expect((await readMovie(movieId, { 'Cache-Control': 'no-cache' })).status).toBe(200);
    await runOnReplica('select pg_wal_replay_resume()');
    await waitUntil(
      'the replica has the film',
      async () => (await readMovie(movieId)).status === 200,
    );
  });

  test('is not used for a viewer’s own reads', async () => {
    await runOnReplica('select pg_wal_replay_pause()');
    const { movieId } = await aFilm();
    const viewer = await database.withConnection((connection) =>
      connection.aViewer({ mobile: '9611111111' }),
    );
    expect((await server.get(`/ott/movies/${movieId}`, { as: viewer })).status).toBe(200);
    await runOnReplica('select pg_wal_replay_resume()');
  });

  test('may lack a migration: the primary answers instead', async () => {
    await runOnReplica('select pg_wal_replay_pause()');
    await database.withConnection(({ runSql }) =>
      runSql('create table missing_on_replica (note text)'),
    );
    const opened = await openDatabase(database.url, { readUrl: replica.url });
    const result = opened.readDb
      .execute('select note from missing_on_replica')
      .finally(() => opened.close());
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
