import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export const CDN_TOKEN = 'cdn_sandbox_token_01';

/** What the next calls meet, one each: a status (with headers, if need be), or no answer at all. */
export type CdnFault = { status: number; headers?: Record<string, string>; body?: object } | 'hang';

type Call = { files?: string[]; purge_everything?: true };

/** A delivery network that takes purges as Cloudflare does, and remembers them. */
export async function aCdn(port = 0) {
  const faults: CdnFault[] = [];
  /** Of every call that came, also those that were not taken. */
  const calls: Call[] = [];
  const taken: Call[] = [];
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const call = (await json(request)) as Call;
    calls.push(call);
    const fault = faults.shift();
    if (fault === 'hang') return null;
    if (fault) return reply(response, fault.status, fault.body ?? {}, fault.headers);
    if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${CDN_TOKEN}`)
      return reply(response, 403, { success: false, errors: [{ code: 10_000, message: 'Authentication error' }] });
    taken.push(call);
    return reply(response, 200, { success: true, errors: [], messages: [], result: { id: 'a-zone' } });
  }

  const reply = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  return {
    url: `http://127.0.0.1:${own}/client/v4/zones/a-zone/purge_cache`,
    port: own,
    faults,
    calls,
    /** What it took since the last look: sorted addresses, or `everything`. */
    heard: () => {
      const words = taken.splice(0).flatMap(({ files, purge_everything: all }) => (all ? 'everything' : files!));
      return words.toSorted();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
