/**
 * The house's line: a local socket by which a command reaches the process that has the embedded database. The command sends what
 * was typed; the house runs it in its own process and sends back what it says, piece by piece, and the exit code.
 */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#server/config/config.ts';
import type { Done } from '#server/operator/audit/actions.ts';
import type { Io } from './counter.ts';

/** What a command says first. */
export interface Asked {
  argv: string[];
  who: string;
  cwd: string;
  /** Instead of a command: what one did outside the house, to be written down. */
  done?: Done;
}

type FromHouse = { out: string } | { err: string } | { wants: 'stdin' } | { exit: number };
type FromCommand = { asked: Asked } | { stdin: string };

/** Whether the database takes one process: an open house has it then, and does what is asked. */
export const isEmbedded = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean => databaseUrl.startsWith('file:');

/** A socket's path has so many bytes at most, on some systems. */
const LONGEST_PATH = 100;
const CLOSES_WITHIN_MS = 5000;

/** Where the house of a data folder listens. Chosen: of a folder with a long name, in the user's own folder for such things. */
export function linePath(dataDir: string): string {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\matinee-${digest}`;
  const path = join(dataDir, 'house.sock');
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : join(privateFolder(), `${digest}.sock`);
}

function privateFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `matinee-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid: owner, mode } = lstatSync(folder);
  if (owner !== uid || mode & 0o077) throw new Error(`${folder} is not this user's alone`);
  return folder;
}

// ---------- the house's end ----------

export interface Line {
  close: () => Promise<void>;
}

/** Listens, for this user alone. The caller has the database, so a socket that lies there is of a house that was killed. */
export async function openLine(dataDir: string, answer: (asked: Asked, io: Io) => Promise<number>): Promise<Line> {
  const path = linePath(dataDir);
  const calls = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const call = serve(socket, answer).finally(() => {
      sockets.delete(socket);
      calls.delete(call);
    });
    calls.add(call);
  });
  await listenAlone(server, path);
  return {
    async close() {
      server.close();
      const patience = new Promise((resolve) => setTimeout(resolve, CLOSES_WITHIN_MS).unref());
      await Promise.race([Promise.all(calls), patience]);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function listenAlone(server: Server, path: string): Promise<void> {
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(path, { force: true });
  // Nobody else may connect, not even between its making and the change of its mode.
  const before = isFile ? process.umask(0o177) : 0;
  try {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, () => resolve());
    }).then(() => {
      if (isFile) chmodSync(path, 0o600);
    });
  } finally {
    if (isFile) process.umask(before);
  }
}

async function serve(socket: Socket, answer: (asked: Asked, io: Io) => Promise<number>): Promise<void> {
  const gone = new AbortController();
  socket.on('error', () => undefined);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const next = async <Kind extends FromCommand>(): Promise<Kind | undefined> => {
    const { done, value } = await lines.next();
    return done ? undefined : (JSON.parse(value) as Kind);
  };
  const send = (message: FromHouse) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  socket.once('close', () => gone.abort(new Error('Whoever gave this command is gone')));
  try {
    const first = await next<{ asked: Asked }>();
    if (!first?.asked) return;
    const { asked } = first;
    const exit = await answer(asked, {
      out: (out) => send({ out }),
      err: (err) => send({ err }),
      stdin: async () => {
        send({ wants: 'stdin' });
        return (await next<{ stdin: string }>())?.stdin ?? '';
      },
      cwd: asked.cwd,
      who: asked.who,
      signal: gone.signal,
    });
    send({ exit });
  } catch (error) {
    send({ err: `${(error as Error).message}\n` });
    send({ exit: 1 });
  } finally {
    socket.end();
  }
}

// ---------- the command's end ----------

/** Has the open house of this folder run a command, or write down what was `done`. Null when no house listens; the exit code else. */
export async function callHouse(dataDir: string, argv: string[], io: Io, done?: Done): Promise<number | null> {
  const socket = await reach(linePath(dataDir));
  if (!socket) return null;
  const { who, cwd } = io;
  const send = (message: FromCommand) => void socket.write(`${JSON.stringify(message)}\n`);
  send({ asked: { argv, who, cwd, ...(done && { done }) } });
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as FromHouse;
    if ('out' in message) io.out(message.out);
    else if ('err' in message) io.err(message.err);
    else if ('wants' in message) send({ stdin: await io.stdin() });
    else {
      socket.end();
      return message.exit;
    }
  }
  io.err('The house closed before this was done. What was changed is in the log: npm run cinema -- audit\n');
  return 1;
}

const reach = (path: string) =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
