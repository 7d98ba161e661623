/**
 * Caches GET responses, so that all pages share requests and show the same data. Returns the
 * function that restores `fetch`.
 */
export function cacheResponses(): () => void {
  const originalFetch = globalThis.fetch;
  const cache = new Map<string, Promise<{ body: ArrayBuffer; status: number; headers: Headers }>>();
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'GET') return originalFetch(request);
    const cached = cache.get(request.url) ?? originalFetch(request).then(readResponse);
    cache.set(request.url, cached);
    const { body, ...options } = await cached;
    return new Response(body.slice(0), options);
  };
  const readResponse = async (response: Response) => ({
    body: await response.arrayBuffer(),
    status: response.status,
    headers: response.headers,
  });
  return () => (globalThis.fetch = originalFetch);
}
