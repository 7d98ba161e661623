import { z } from 'zod';
import { serverNow } from './clock.ts';

/** The server's refusal (RFC 9457). `message` is meant for a person; it is empty when the reply was no problem document. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** Seconds to wait, with 429 and 503. */
  readonly retryAfter: number | null;
  /** With 422: which part of the body is wrong. */
  readonly errors: { path: string; message: string }[];
  /** The whole problem document, for codes that bring more, such as `price_changed`. */
  readonly problem: Record<string, unknown>;

  constructor(status: number, problem: Record<string, unknown> = {}, retryAfter: number | null = null) {
    const known = Problem.parse(problem);
    super(known.message);
    this.status = status;
    this.code = known.code;
    this.errors = known.errors;
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/** Nothing answered: no network, a time-out, or a page of somebody else's in the way. Not used for a refusal. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** The browser stores nothing for this site, so a sign-in would be lost with the page. `message` is meant for a person. */
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError';
}

const Problem = z.object({
  message: z.string().catch(''),
  code: z.string().catch('unknown'),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).catch([]),
});

export async function apiErrorOf(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => ({}));
  return new ApiError(response.status, isRecord(problem) ? problem : {}, waitOf(response));
}

/** Seconds that the server asks to wait, when it does. */
export function waitOf({ headers }: Response): number | null {
  const wait = headers.get('Retry-After');
  return wait === null ? null : secondsUntil(wait);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Retry-After` is a number of seconds or a date. */
function secondsUntil(wait: string): number | null {
  const seconds = /^\d+$/.test(wait) ? Number(wait) : (Date.parse(wait) - serverNow().getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
