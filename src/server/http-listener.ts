import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';

export interface HttpListener {
  port: number;
  /** Refuses new connections and waits for the answers of the running requests. After DRAIN_SECONDS it cuts off the rest. */
  drain: () => Promise<void>;
}

/**
 * Chosen: longer than a proxy keeps an unused connection (Caddy two minutes, nginx one), so that the proxy closes it first.
 * Otherwise the proxy may use a connection that is being closed at that moment, and its viewer gets 502.
 */
const KEEP_ALIVE_MS = 125_000;

type Where = Pick<Config, 'port' | 'host' | 'passedSocket'>;

/** Listens for HTTP on the socket that systemd passed, otherwise on the port. Throws if the port is taken. */
export async function listenForHttp(
  app: Hono,
  { drainSeconds, ...where }: Where & Pick<Config, 'drainSeconds'>,
  log: Deps['log'],
): Promise<HttpListener> {
  const { server, openPort } = await startServer(app, where);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const running = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', ({ socket }, response) => {
    running.add(response);
    response.shouldKeepAlive &&= !isDraining;
    response.once('close', () => {
      running.delete(response);
      // The connection of an answer whose headers were sent before the drain would stay open.
      if (isDraining) socket.end();
    });
  });

  async function drain() {
    log.info(
      { runningRequests: running.size, drainSeconds },
      'closing: new connections are refused, running requests may finish',
    );
    isDraining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    // A proxy that keeps its connections busy would otherwise go on sending requests on them.
    for (const response of running) response.shouldKeepAlive = false;
    const deadline = setTimeout(() => {
      log.warn({ cutOffRequests: running.size }, 'closing: requests that took longer than DRAIN_SECONDS are cut off');
      server.closeAllConnections();
    }, drainSeconds * 1000);
    await closed;
    clearTimeout(deadline);
    log.info('closing: no request is running');
  }

  let draining: Promise<void> | undefined;
  return { port: openPort, drain: () => (draining ??= drain()) };
}

const startServer = (app: Hono, { port, host, passedSocket }: Where) =>
  new Promise<{ server: Server; openPort: number }>((resolve, reject) => {
    const server = createAdaptorServer({ fetch: app.fetch, hostname: host }) as Server;
    server.once('error', reject);
    server.listen(passedSocket === null ? { port, host } : { fd: passedSocket }, () =>
      resolve({ server, openPort: (server.address() as AddressInfo).port }),
    );
  });
