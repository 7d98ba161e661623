import { setFetch } from '#api/http.ts';
import type { aServerForStores } from './stores.ts';

type ServerForStores = Pick<Awaited<ReturnType<typeof aServerForStores>>, 'routeFetch'>;

/** Delays responses of URLs that contain `urlPart` until the returned function is called. `server.routeFetch()` ends the delay. */
export function delayResponses(server: ServerForStores, urlPart: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.routeFetch((serverFetch) =>
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      const isLate = request.url.includes(urlPart);
      const response = await serverFetch(request);
      if (isLate) await promise;
      return response;
    }),
  );
  return resolve;
}
