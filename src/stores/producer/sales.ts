import { map } from 'nanostores';
import { fetchMovieSales, fetchMySales } from '#api/producer.ts';
import type { MovieSales, ProducerSales } from '#contract/producer.ts';
import { openHomeIfNotProducer } from './producer-only.ts';
import type { Status } from '../lib/task.ts';

/**
 * Sales, plays and minutes watched in the last `days` days. During loading, the previous figures
 * stay.
 */
export const $sales = map<{ status: Status; days: number; sales: MovieSales | null }>({
  status: 'process',
  days: 0,
  sales: null,
});

let newestRequest = 0;

export async function loadSales(movieId: number, days: number) {
  const request = ++newestRequest;
  $sales.set({ ...$sales.get(), status: 'process', days });
  try {
    const sales = await openHomeIfNotProducer(fetchMovieSales(movieId, days));
    if (request === newestRequest) $sales.set({ status: 'success', days, sales });
  } catch {
    if (request === newestRequest) $sales.setKey('status', 'error');
  }
}

export const $allSales = map<{ status: Status; sales: ProducerSales | null }>({
  status: 'process',
  sales: null,
});

export async function loadAllSales() {
  $allSales.setKey('status', 'process');
  try {
    $allSales.set({ status: 'success', sales: await openHomeIfNotProducer(fetchMySales()) });
  } catch {
    $allSales.setKey('status', 'error');
  }
}
