import { fetchGenres } from '#api/catalogue.ts';
import { ApiError } from '#api/errors.ts';

const CACHE_MS = 10_000;
let cached: { at: number; isReachable: Promise<boolean> } | null = null;

/** Cached for ten seconds. */
export function isApiReachable(now: number = Date.now()): Promise<boolean> {
  if (!cached || now - cached.at >= CACHE_MS) cached = { at: now, isReachable: pingApi() };
  return cached.isReachable;
}

/** A 4xx response counts as reachable. */
const pingApi = () =>
  fetchGenres().then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status < 500,
  );
