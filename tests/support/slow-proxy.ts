import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Line {
  /** Connections are refused. */
  isDown: boolean;
  /** Shared by all requests. */
  bytesPerSecond: number;
  latencyMs: number;
  /** Replaces the site's service worker; 404 if null. */
  serviceWorker: string | null | undefined;
  /** Answers calls of the API and sends films instead of `target`. */
  apiOrigin: string | undefined;
}

const FAST: Line = {
  isDown: false,
  bytesPerSecond: Infinity,
  latencyMs: 0,
  serviceWorker: undefined,
  apiOrigin: undefined,
};
const CHUNK_BYTES = 512;
const API_PATH = /^\/(api|media\/signed)\//;

/** A site origin of its own in front of `target`, with a line that a test can slow down or cut. */
export async function aSlowProxy(target: string) {
  const line: Line = { ...FAST };
  /** Body bytes sent, by path. */
  const sent = new Map<string, number[]>();
  let queue = Promise.resolve();

  /** One request after another, so that the rate is that of the line. */
  const sendThrough = (bytes: Buffer, response: ServerResponse) =>
    (queue = queue.then(async () => {
      if (response.destroyed) return;
      response.write(bytes);
      if (Number.isFinite(line.bytesPerSecond))
        await pause((bytes.length / line.bytesPerSecond) * 1000);
    }));

  async function forward(incoming: IncomingMessage, response: ServerResponse) {
    if (line.isDown) return void incoming.socket.destroy();
    const path = incoming.url ?? '/';
    if (path === '/service-worker.js' && line.serviceWorker !== undefined)
      return sendWorker(response);
    await pause(line.latencyMs);
    const origin = API_PATH.test(path) ? (line.apiOrigin ?? target) : target;
    const headers = { ...incoming.headers, host: new URL(origin).host };
    const upstream = request(
      new URL(path, origin),
      { method: incoming.method, headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        const counts = sent.get(path) ?? [];
        sent.set(path, counts);
        const index = counts.push(0) - 1;
        void relay(reply, response, (count) => (counts[index]! += count));
      },
    );
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  }

  async function relay(
    reply: IncomingMessage,
    response: ServerResponse,
    count: (bytes: number) => void,
  ) {
    for await (const part of reply as AsyncIterable<Buffer>)
      for (let at = 0; at < part.length; at += CHUNK_BYTES) {
        if (line.isDown || response.destroyed) return void response.destroy();
        const chunk = part.subarray(at, at + CHUNK_BYTES);
        await sendThrough(chunk, response);
        count(chunk.length);
      }
    response.end();
  }

  function sendWorker(response: ServerResponse) {
    response.writeHead(line.serviceWorker === null ? 404 : 200, {
      'Content-Type': 'text/javascript',
    });
    response.end(line.serviceWorker ?? '');
  }

  const server = createServer(
    (incoming, response) => void forward(incoming, response).catch(() => response.destroy()),
  );
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    set: (change: Partial<Line>) => void Object.assign(line, change),
    cut() {
      line.isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type SlowProxy = Awaited<ReturnType<typeof aSlowProxy>>;
