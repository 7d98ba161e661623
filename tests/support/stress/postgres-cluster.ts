import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder, answers, asPostgres, pgBin, run } from '../debian-services.ts';
import { aFreePort, until } from '../server-process.ts';

export const hasCluster = Boolean(pgBin('initdb') && pgBin('pg_ctl'));

/** A PostgreSQL that a cinema runs on. */
export interface DatabaseServer {
  url: string;
  /** More settings of the cinema's server that go with it. */
  settings?: Record<string, string>;
  drop: () => Promise<unknown>;
}

/** A PostgreSQL of its own, which may be stopped and started again. `settings` are more of the server's. */
export async function aCluster(settings: Record<string, string | number> = {}) {
  const folder = await aFolder();
  const [data, port] = [join(folder, 'data'), await aFreePort()];
  const control = (verb: string, ...more: string[]) =>
    run(...asPostgres(pgBin('pg_ctl')!, [verb, '-D', data, '-w', '-s', ...more]), { cwd: folder });
  // It is PostgreSQL that falls here and not the machine: what was written is safe with the system.
  const all = { listen_addresses: '127.0.0.1', fsync: 'off', max_connections: 100, ...settings };
  const options = [`-p ${port} -k ${folder}`, ...Object.entries(all).map((each) => `-c ${each.join('=')}`)].join(' ');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    await control('start', '-l', join(folder, 'log'), '-o', options);
    await until('PostgreSQL answers', () => answers(url));
  };
  const initial = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'];
  await run(...asPostgres(pgBin('initdb')!, initial), { cwd: folder });
  await start();
  return {
    url,
    start,
    /** As when somebody restarts it: it takes leave of everybody. */
    leave: () => control('stop', '-m', 'fast'),
    /** As when its machine loses power: nobody is told, and what was not committed is gone. */
    fall: () => control('stop', '-m', 'immediate'),
    async drop() {
      await control('stop', '-m', 'immediate').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof aCluster>>;
