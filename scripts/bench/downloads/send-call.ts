import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { withoutUndefined } from '#domain/without-undefined.ts';

export interface Call {
  agent: Agent;
  method: 'GET' | 'POST';
  url: string;
  token?: string;
  body?: object;
  signal?: AbortSignal;
}

/**
 * Throws if the status is not a success, except for 503 with `retryAfterSeconds`. `text`: of a
 * reply to POST.
 */
export async function sendCall({ agent, method, url, token, body, signal }: Call) {
  const headers = withoutUndefined({
    authorization: token && `Bearer ${token}`,
    'content-type': body && 'application/json',
  });
  const sent = request(url, { agent, method, headers, signal });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let [text, bytes] = ['', 0];
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (method === 'POST') text += chunk.toString();
  });
  await once(response, 'end', signal && { signal });
  const retryAfterSeconds =
    response.statusCode === 503 ? Number(response.headers['retry-after']) : 0;
  if (response.statusCode !== 200 && !retryAfterSeconds)
    throw new Error(`${method} ${url} answered ${response.statusCode}`);
  return { bytes, text, retryAfterSeconds };
}
