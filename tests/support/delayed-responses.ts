import { setFetch } from '#api/http.ts';
import type { aServerForStores } from './stores.ts';

type ServerWithAnswer = Pick<Awaited<ReturnType<typeof aServerForStores>>, 'routeFetch'>;

/** Delays responses of URLs that contain `late` until the returned function is called. `server.routeFetch()` ends the delay. */
export function delayResponses(server: ServerWithAnswer, late: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.routeFetch((serverFetch) =>
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      const isLate = request.url.includes(late);
      const response = await serverFetch(request);
      if (isLate) await promise;
      return response;
    }),
  );
  return resolve;
}
