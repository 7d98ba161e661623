import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export const CDN_TOKEN = 'cdn_sandbox_token_01';

/** The response to one of the next calls; `no-response` lets the call time out. */
export type CdnFault =
  | { status: number; headers?: Record<string, string>; body?: object }
  | 'no-response';

type Call = { files?: string[]; purge_everything?: true };

/** A CDN with Cloudflare's purge API that records all calls. */
export async function aCdn(port = 0) {
  const faults: CdnFault[] = [];
  /** All calls, including refused ones. */
  const calls: Call[] = [];
  const accepted: Call[] = [];
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: boundPort } = server.address() as AddressInfo;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const call = (await json(request)) as Call;
    calls.push(call);
    const fault = faults.shift();
    if (fault === 'no-response') return null;
    if (fault) return respond(response, fault.status, fault.body ?? {}, fault.headers);
    if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${CDN_TOKEN}`)
      return respond(response, 403, {
        success: false,
        errors: [{ code: 10_000, message: 'Authentication error' }],
      });
    accepted.push(call);
    return respond(response, 200, {
      success: true,
      errors: [],
      messages: [],
      result: { id: 'a-zone' },
    });
  }

  const respond = (
    response: ServerResponse,
    status: number,
    body: object,
    headers: Record<string, string> = {},
  ) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

  return {
    url: `http://127.0.0.1:${boundPort}/client/v4/zones/a-zone/purge_cache`,
    port: boundPort,
    faults,
    calls,
    /** Returns and clears the accepted purges: sorted URLs, or `everything`. */
    takePurgedUrls: () => {
      const urls = accepted
        .splice(0)
        .flatMap(({ files, purge_everything: all }) => (all ? 'everything' : files!));
      return urls.toSorted();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
