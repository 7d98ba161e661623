import { z } from 'zod';
import type { ErrorCode } from '#contract/error-codes.ts';
import { serverNow } from './server-clock.ts';

/**
 * An error response (RFC 9457). `message` is for the viewer; empty if the body is no problem
 * document.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | BrowserCode;
  /** Seconds to wait, with 429 and 503. */
  readonly retryAfter: number | null;
  readonly problem: Record<string, unknown>;

  constructor(
    status: number,
    problem: { code?: ErrorCode | BrowserCode; [field: string]: unknown } = {},
    retryAfter: number | null = null,
  ) {
    const parsed = Problem.parse(problem);
    super(parsed.message);
    this.status = status;
    this.code = parsed.code;
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/** No response: no network, a time-out, or a captive portal. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/**
 * The browser blocks storage, so a sign-in would be lost with the page. `message` is for the
 * viewer.
 */
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError';
}

/**
 * Codes that no server sends: the body is no problem document, or not the reply of the contract.
 */
type BrowserCode = 'unknown' | 'unexpected_reply';

const Problem = z.object({
  message: z.string().catch(''),
  // Not `z.enum`: a page of an older release passes a newer code on, and the list of all codes is
  // large.
  code: z.custom<ErrorCode | BrowserCode>((code) => typeof code === 'string').catch('unknown'),
});

export async function apiErrorOf(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => ({}));
  return new ApiError(
    response.status,
    isRecord(problem) ? problem : {},
    retryAfterSeconds(response),
  );
}

export function retryAfterSeconds({ headers }: Response): number | null {
  const wait = headers.get('Retry-After');
  return wait === null ? null : secondsUntil(wait);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function secondsUntil(wait: string): number | null {
  const seconds = /^\d+$/.test(wait)
    ? Number(wait)
    : (Date.parse(wait) - serverNow().getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
