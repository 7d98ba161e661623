import { setFetch } from '#api/http.ts';
import type { aHouseForStores } from './stores.ts';

type House = Pick<Awaited<ReturnType<typeof aHouseForStores>>, 'answer'>;

/** Keeps the answers to addresses that name `late` back, until what this gives is called. `house.answer()` ends it. */
export function holdBack(house: House, late: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  house.answer((answer) =>
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      const isLate = request.url.includes(late);
      const response = await answer(request);
      if (isLate) await promise;
      return response;
    }),
  );
  return resolve;
}
