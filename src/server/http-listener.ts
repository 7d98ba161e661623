import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';

/**
 * Chosen: longer than the idle timeout of a proxy (Caddy: two minutes). If the server closes first,
 * a viewer may get 502.
 */
const KEEP_ALIVE_MS = 125_000;

type ListenTarget = Pick<Config, 'port' | 'host' | 'passedSocket'>;

export async function listenForHttp(
  app: Hono,
  { drainSeconds, ...target }: ListenTarget & Pick<Config, 'drainSeconds'>,
  log: Deps['log'],
) {
  const { server, openPort } = await startServer(app, target);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const runningResponses = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', ({ socket }, response) => {
    runningResponses.add(response);
    response.shouldKeepAlive &&= !isDraining;
    response.once('close', () => {
      runningResponses.delete(response);
      // Headers that were sent before the drain promised keep-alive.
      if (isDraining) socket.end();
    });
  });

  /**
   * Refuses new connections and waits for the running requests. Cuts them off after DRAIN_SECONDS.
   */
  async function drain() {
    log.info(
      { runningRequests: runningResponses.size, drainSeconds },
      'closing: new connections are refused, running requests may finish',
    );
    isDraining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    // Ends keep-alive, so that a busy proxy stops sending requests on its connections.
    for (const response of runningResponses) response.shouldKeepAlive = false;
    const deadline = setTimeout(() => {
      log.warn(
        { cutOffRequests: runningResponses.size },
        'closing: requests that took longer than DRAIN_SECONDS are cut off',
      );
      server.closeAllConnections();
    }, drainSeconds * 1000);
    await closed;
    clearTimeout(deadline);
    log.info('closing: no request is running');
  }

  let drainPromise: Promise<void> | undefined;
  return { port: openPort, drain: () => (drainPromise ??= drain()) };
}

const startServer = (app: Hono, { port, host, passedSocket }: ListenTarget) =>
  new Promise<{ server: Server; openPort: number }>((resolve, reject) => {
    const server = createAdaptorServer({ fetch: app.fetch, hostname: host }) as Server;
    server.once('error', reject);
    server.listen(passedSocket === null ? { port, host } : { fd: passedSocket }, () =>
      resolve({ server, openPort: (server.address() as AddressInfo).port }),
    );
  });
