import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Accepts S3 requests with any signature. Keeps only the content of `initialObjects` and of
 * build.json (the age and the state of the published site), because a publisher reads build.json
 * again. Its listing is empty.
 */
export async function openFakeObjectStore(initialObjects: Record<string, Buffer>) {
  const objects = new Map(Object.entries(initialObjects));
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const key = decodeURIComponent(new URL(`http://store${request.url}`).pathname);
    if (request.method === 'PUT')
      objects.set(key, key.endsWith('/build.json') ? body : Buffer.alloc(0));
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method !== 'GET')
      return response.writeHead(request.method === 'DELETE' ? 204 : 200).end();
    if (key.split('/').length < 3) return response.end('<ListBucketResult></ListBucketResult>');
    const found = objects.get(key);
    return found ? response.end(found) : response.writeHead(404).end('<Code>NoSuchKey</Code>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: () => (server.closeAllConnections(), server.close()),
  };
}
