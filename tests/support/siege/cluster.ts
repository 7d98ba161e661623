import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder, answers, asPostgres, pgBin, run } from '../debian-services.ts';
import { aFreePort, until } from '../server-process.ts';

export const hasCluster = Boolean(pgBin('initdb') && pgBin('pg_ctl'));

/** A PostgreSQL of its own, which may be felled and raised again. */
export async function aCluster() {
  const folder = await aFolder();
  const [data, port] = [join(folder, 'data'), await aFreePort()];
  const control = (verb: string, ...more: string[]) =>
    run(...asPostgres(pgBin('pg_ctl')!, [verb, '-D', data, '-w', '-s', ...more]), { cwd: folder });
  // It is PostgreSQL that falls here and not the machine: what was written is safe with the system.
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=100`;
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
