import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseError } from './database.ts';

/** PostgreSQL's own tools, which every installation of it brings; they must not be older than the server. */

/** A whole database as `pg_restore` reads it, as it is at one moment. Throws DatabaseError. */
export async function* pgDump(url: string): AsyncGenerator<Uint8Array> {
  const { child, ended } = run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', '--dbname', url]);
  for await (const chunk of child.stdout) yield chunk as Uint8Array;
  await ended;
}

/** Into an empty database: all of it, or nothing. Throws DatabaseError. */
export async function pgRestore(url: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', '--dbname', url];
  const { child, ended } = run('pg_restore', options);
  child.stdout.resume();
  // When it gives up it stops reading; why, it says itself.
  await pipeline(dump, child.stdin as Writable).catch(() => undefined);
  await ended;
}

function run(command: string, args: string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-2000)));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new DatabaseError(
          error.code === 'ENOENT'
            ? `${command} is needed, and not on the PATH (Debian: apt-get install postgresql-client)`
            : error.message,
        ),
      ),
    );
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new DatabaseError(`${command} gave up: ${said.trim().split('\n')[0] ?? code}`)),
    );
  });
  ended.catch(() => undefined); // told where it is awaited
  return { child, ended };
}
