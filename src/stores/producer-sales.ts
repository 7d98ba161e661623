import { map } from 'nanostores';
import { fetchMovieSales } from '#api/producer.ts';
import type { MovieSales } from '#contract/producer.ts';
import { asProducer } from './lib/producer-only.ts';
import type { Status } from './lib/status.ts';

/** How a film sells and is watched, over a span of days that ends today. The last figures stay while others are awaited. */
export const $sales = map<{ status: Status; days: number; sales: MovieSales | null }>({
  status: 'process',
  days: 0,
  sales: null,
});

let newest = 0;

export async function openSales(movieId: number, days: number) {
  const asked = ++newest;
  $sales.set({ ...$sales.get(), status: 'process', days });
  try {
    const sales = await asProducer(fetchMovieSales(movieId, days));
    if (asked === newest) $sales.set({ status: 'success', days, sales });
  } catch {
    if (asked === newest) $sales.setKey('status', 'error');
  }
}
