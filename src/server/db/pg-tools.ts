import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseError } from './database.ts';

/**
 * Dumps a database for `pg_restore`. pg_dump must not be older than the server. Throws
 * DatabaseError.
 */
export async function* pgDump(url: string): AsyncGenerator<Uint8Array> {
  const { child, ended } = spawnTool('pg_dump', [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    '--dbname',
    url,
  ]);
  for await (const chunk of child.stdout) yield chunk as Uint8Array;
  await ended;
}

/** Restores into an empty database, all or nothing. Throws DatabaseError. */
export async function pgRestore(url: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const options = [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    '--dbname',
    url,
  ];
  const { child, ended } = spawnTool('pg_restore', options);
  child.stdout.resume();
  // If pg_restore fails, it closes stdin. Its stderr has the reason.
  await pipeline(dump, child.stdin as Writable).catch(() => undefined);
  await ended;
}

function spawnTool(command: string, args: string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let stderrText = '';
  child.stderr.on('data', (chunk: Buffer) => (stderrText = `${stderrText}${chunk}`.slice(-2000)));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new DatabaseError(
          error.code === 'ENOENT'
            ? `${command} is not on the PATH. Install the PostgreSQL client (Debian: apt-get install postgresql-client)`
            : error.message,
        ),
      ),
    );
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new DatabaseError(`${command} failed: ${stderrText.trim().split('\n')[0] ?? code}`),
          ),
    );
  });
  ended.catch(() => undefined); // handled where it is awaited
  return { child, ended };
}
