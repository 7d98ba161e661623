/**
 * The command socket: a local socket of the process that has the embedded database open. The client
 * sends the command line; the server runs it, streams its output back and then sends the exit code.
 * Messages are lines of JSON.
 */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#server/config/config.ts';
import type { AuditEntry } from '#server/operator/audit/actions.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from './command-context.ts';

export interface CommandRequest {
  argv: string[];
  who: string;
  cwd: string;
  /**
   * Sent instead of a command: an audit entry about work that the client did in its own process.
   */
  auditEntry?: AuditEntry;
}

type ServerMessage = { out: string } | { err: string } | { needs: 'stdin' } | { exit: number };
type ClientMessage = { request: CommandRequest } | { stdin: string };
/** A line of the client at any time: the operator stopped the command. */
const STOP = JSON.stringify({ stop: true });

/** Only one process can open an embedded database, so a running server must run the commands. */
export const isEmbeddedDatabase = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean =>
  databaseUrl.startsWith('file:');

/** The shortest limit of the operating systems is 104 bytes (macOS). */
const MAX_PATH_BYTES = 100;
const CLOSE_TIMEOUT_MS = 5000;

/**
 * Chosen: if the path in the data folder is too long, a private folder of the user below the
 * temporary folder.
 */
export function commandSocketPath(dataDir: string): string {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\matinee-${digest}`;
  const path = join(dataDir, 'server.sock');
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join(privateFolder(), `${digest}.sock`);
}

function privateFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `matinee-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid: owner, mode } = lstatSync(folder);
  if (owner !== uid || mode & 0o077)
    throw new Error(`Other users can access ${folder}. Delete it, then try again.`);
  return folder;
}

// ---------- server ----------

export interface CommandSocket {
  close: () => Promise<void>;
}

type HandleRequest = (request: CommandRequest, io: Io) => Promise<number>;

/**
 * The caller has the database open, so an existing socket file belongs to a server that was killed;
 * it is replaced.
 */
export async function openCommandSocket(
  dataDir: string,
  handleRequest: HandleRequest,
): Promise<CommandSocket> {
  const path = commandSocketPath(dataDir);
  const connections = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const connection = handleConnection(socket, handleRequest).finally(() => {
      sockets.delete(socket);
      connections.delete(connection);
    });
    connections.add(connection);
  });
  await listenForThisUserOnly(server, path);
  return {
    async close() {
      server.close();
      const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([Promise.all(connections), timeout]);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function listenForThisUserOnly(server: Server, path: string): Promise<void> {
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(path, { force: true });
  // The umask keeps other users out between the creation of the socket and chmod.
  const previousMask = isFile ? process.umask(0o177) : 0;
  try {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, () => resolve());
    }).then(() => {
      if (isFile) chmodSync(path, 0o600);
    });
  } finally {
    if (isFile) process.umask(previousMask);
  }
}

async function handleConnection(socket: Socket, handleRequest: HandleRequest): Promise<void> {
  const stop = new AbortController();
  socket.on('error', () => undefined);
  const reader = createInterface({ input: socket });
  reader.on('line', (line) => line === STOP && stop.abort(new CommandError('Stopped.')));
  const lines = reader[Symbol.asyncIterator]();
  const nextMessage = async <Kind extends ClientMessage>(): Promise<Kind | undefined> => {
    const { done, value } = await lines.next();
    if (value === STOP) return nextMessage();
    return done ? undefined : (JSON.parse(value) as Kind);
  };
  const send = (message: ServerMessage) =>
    void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  socket.once('close', () =>
    stop.abort(new CommandError('Stopped: the client closed the connection.')),
  );
  try {
    const first = await nextMessage<{ request: CommandRequest }>();
    if (!first?.request) return;
    const { request } = first;
    const exit = await handleRequest(request, {
      out: (out) => send({ out }),
      err: (err) => send({ err }),
      stdin: async () => {
        send({ needs: 'stdin' });
        return (await nextMessage<{ stdin: string }>())?.stdin ?? '';
      },
      cwd: request.cwd,
      who: request.who,
      signal: stop.signal,
    });
    send({ exit });
  } catch (error) {
    send({ err: `${(error as Error).message}\n` });
    send({ exit: 1 });
  } finally {
    socket.end();
  }
}

// ---------- client ----------

/**
 * Makes the running server execute a command or record `auditEntry`. Returns the exit code, or null
 * if no server listens.
 */
export async function sendCommand({
  dataDir,
  argv,
  io,
  auditEntry,
}: {
  dataDir: string;
  argv: string[];
  io: Io;
  auditEntry?: AuditEntry;
}): Promise<number | null> {
  const socket = await connectOrNull(commandSocketPath(dataDir));
  if (!socket) return null;
  const { who, cwd } = io;
  const send = (message: ClientMessage) => void socket.write(`${JSON.stringify(message)}\n`);
  send({ request: { argv, who, cwd, auditEntry } });
  const sendStop = () => socket.write(`${STOP}\n`);
  if (io.signal.aborted) sendStop();
  else io.signal.addEventListener('abort', sendStop);
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as ServerMessage;
    if ('out' in message) io.out(message.out);
    else if ('err' in message) io.err(message.err);
    else if ('needs' in message) send({ stdin: await io.stdin() });
    else {
      socket.end();
      return message.exit;
    }
  }
  io.err(
    'The server closed before the command was done. The audit log shows what was changed: npm run cinema -- audit\n',
  );
  return 1;
}

const connectOrNull = (path: string) =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
