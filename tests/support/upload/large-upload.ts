import { createCipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_CHUNK_BYTES } from '#domain/office-uploads.ts';
import { findMember, insertMember, insertSession } from '#server/office/queries.ts';
import { sha256Hex } from '#server/tokens.ts';
import { aDatabase } from '../database.ts';
import { processMemory } from '../process-memory.ts';
import { aFreePort, aServerProcess, type ServerProcess } from '../server-process.ts';
import { testNow } from '../test-now.ts';

/** The start of an MP4, so that the content is that of a film. */
const HEADER = Buffer.from(
  '000000206674797069736f6d0000020069736f6d69736f32617663316d703431',
  'hex',
);
/** The server reads and writes a part in pieces, so its memory does not depend on the size of a film. */
export const MAX_GROWTH_MB = 64;
const PIECE_BYTES = 64 * 1024;

interface LargeUploadOptions {
  size: number;
  /** How many times the server process is killed. */
  kills: number;
  log?: (line: string) => void;
}

interface LargeUploadResult {
  sentDigest: string;
  storedDigest: string;
  /** The largest growth of the server's memory during the upload. */
  grownMb: number;
  kills: number;
  cuts: number;
}

/** Uploads a film of random bytes while the server process is killed and one connection is cut, at random moments. */
export async function uploadDuringFailures({
  size,
  kills,
  log = () => {},
}: LargeUploadOptions): Promise<LargeUploadResult> {
  const film = aFilm(size);
  const database = await aDatabase();
  const cookie = await aProgrammerSession(database);
  let server: ServerProcess;
  let memory: ReturnType<typeof measureGrowth>;
  let grownMb = 0;
  const start = async () => {
    const { url: databaseUrl, dataDir } = database;
    server = await aServerProcess({
      // Another process may have taken the previous port meanwhile.
      port: await aFreePort(),
      databaseUrl,
      dataDir,
      sandboxOrigin: 'http://127.0.0.1:9',
      settings: { RECONCILE_SECONDS: '600' },
    });
    await send('GET', '/api/office/operations');
    memory = measureGrowth(server.pid);
  };
  const kill = async () => {
    grownMb = Math.max(grownMb, memory.grownMb());
    await server.kill();
  };
  const send = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    init: RequestInit = {},
  ) =>
    fetch(`${server.origin}${path}`, {
      ...init,
      method,
      headers: { cookie, origin: server.origin, 'tus-resumable': '1.0.0', ...headers },
    });

  const failures = [
    ...Array.from({ length: kills }, () => ({ at: randomInt(size), kind: 'kill' as const })),
    { at: randomInt(size), kind: 'cut' as const },
  ].sort((a, b) => a.at - b.at);
  const done = { kill: 0, cut: 0 };

  /** Returns false if the part did not arrive as a whole. */
  async function sendPart(location: string, offset: number): Promise<boolean> {
    const end = Math.min(offset + UPLOAD_CHUNK_BYTES, size);
    const connection = new AbortController();
    let at = offset;
    let killing: Promise<void> | undefined;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = failures[0];
        if (next && at >= next.at) {
          failures.shift();
          done[next.kind]++;
          log(`${next.kind} at byte ${at}`);
          if (next.kind === 'kill') killing = kill();
          else connection.abort();
          await killing;
          return controller.error(new Error(next.kind));
        }
        const piece = film.read(at, Math.min(at + PIECE_BYTES, end));
        at += piece.length;
        controller.enqueue(piece);
        if (at === end) controller.close();
      },
    });
    const response = await send(
      'PATCH',
      location,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      { body, signal: connection.signal, duplex: 'half' } as RequestInit,
    ).catch(() => null);
    await killing;
    if (response && response.status !== 204)
      throw new Error(`${response.status} ${await response.text()}`);
    if (killing) await start();
    return response !== null;
  }

  try {
    await start();
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const created = await send('POST', '/api/office/uploads', {
      'upload-length': String(size),
      'upload-metadata': `filename ${base64('film.mp4')},kind ${base64('film')}`,
    });
    const location = created.headers.get('location');
    if (!location) throw new Error(`${created.status} ${await created.text()}`);
    for (;;) {
      const offset = Number((await send('HEAD', location)).headers.get('upload-offset'));
      if (offset === size) break;
      for (let at = offset; at < size && (await sendPart(location, at)); at += UPLOAD_CHUNK_BYTES);
    }
    grownMb = Math.max(grownMb, memory!.grownMb());
    const storedDigest = await digestOf(
      join(database.dataDir, 'uploads', location.split('/').at(-1)!),
    );
    return { sentDigest: film.digest(), storedDigest, grownMb, kills: done.kill, cuts: done.cut };
  } finally {
    await server!.stop();
    await database.drop();
  }
}

function measureGrowth(pid: number) {
  const memory = processMemory(pid);
  const idle = memory.currentMb();
  memory.resetPeak();
  return { grownMb: () => memory.peakMb() - idle };
}

/** Random bytes that are made when they are read, so that they need no disk. */
function aFilm(size: number) {
  const key = randomBytes(16);
  const BLOCK = 16;
  const read = (from: number, to: number): Buffer => {
    const counter = Buffer.alloc(BLOCK);
    const first = Math.floor(from / BLOCK);
    counter.writeBigUInt64BE(BigInt(first), 8);
    const skipped = from - first * BLOCK;
    const bytes = createCipheriv('aes-128-ctr', key, counter)
      .update(Buffer.alloc(skipped + to - from))
      .subarray(skipped);
    if (from < HEADER.length) HEADER.copy(bytes, 0, from, Math.min(HEADER.length, to));
    return bytes;
  };
  return {
    read,
    digest() {
      const hash = createHash('sha256');
      for (let at = 0; at < size; at += PIECE_BYTES)
        hash.update(read(at, Math.min(at + PIECE_BYTES, size)));
      return hash.digest('hex');
    },
  };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Returns the cookie of a signed-in programmer. */
export const aProgrammerSession = (
  database: Awaited<ReturnType<typeof aDatabase>>,
): Promise<string> =>
  database.withConnection(async ({ db }) => {
    const token = randomBytes(32).toString('base64url');
    await insertMember(db, { name: 'uploader', roles: ['programmer'] });
    const { memberId } = (await findMember(db, 'uploader'))!;
    const createdAt = testNow();
    const expiresAt = new Date(createdAt.getTime() + 12 * 3_600_000);
    await insertSession(db, {
      tokenHash: sha256Hex(token),
      memberId,
      createdAt,
      expiresAt,
      ipAddress: '127.0.0.1',
    });
    return `matinee-office=${token}`;
  });
