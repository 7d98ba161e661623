import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  aPostgresFolder,
  acceptsConnections,
  asPostgres,
  pgBin,
  execCommand,
} from '../debian-services.ts';
import { aFreePort, waitUntil } from '../server-process.ts';

export const isPostgresInstalled = Boolean(pgBin('initdb') && pgBin('pg_ctl'));

export interface DatabaseServer {
  url: string;
  /** Environment variables of the server processes that use this database. */
  processSettings?: Record<string, string>;
  drop: () => Promise<unknown>;
}

/** Starts a temporary PostgreSQL. `settings` are PostgreSQL settings. */
export async function aPostgresCluster(settings: Record<string, string | number> = {}) {
  const folder = await aPostgresFolder();
  const [data, port] = [join(folder, 'data'), await aFreePort()];
  const control = (verb: string, ...args: string[]) =>
    execCommand(...asPostgres(pgBin('pg_ctl')!, [verb, '-D', data, '-w', '-s', ...args]), {
      cwd: folder,
    });
  // fsync is off: only PostgreSQL crashes here, and the operating system keeps written data.
  const all = { listen_addresses: '127.0.0.1', fsync: 'off', max_connections: 100, ...settings };
  const options = [
    `-p ${port} -k ${folder}`,
    ...Object.entries(all).map((each) => `-c ${each.join('=')}`),
  ].join(' ');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    await control('start', '-l', join(folder, 'log'), '-o', options);
    await waitUntil('PostgreSQL answers', () => acceptsConnections(url));
  };
  const initial = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'];
  await execCommand(...asPostgres(pgBin('initdb')!, initial), { cwd: folder });
  await start();
  return {
    url,
    /** The same database by the Unix socket, which needs less processor time than TCP. */
    socketUrl: `${url}?host=${encodeURIComponent(folder)}`,
    start,
    /** Disconnects all clients cleanly, as a restart does. */
    stop: () => control('stop', '-m', 'fast'),
    /** Stops without a shutdown, as a power loss does. */
    crash: () => control('stop', '-m', 'immediate'),
    async drop() {
      await control('stop', '-m', 'immediate').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type PostgresCluster = Awaited<ReturnType<typeof aPostgresCluster>>;
