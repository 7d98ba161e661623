import { ApiError, OfflineError, StorageBlockedError } from '#api/errors.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { commonMessages } from '#messages/common.ts';

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;
export const apiErrorWithCode = (error: unknown, ...codes: readonly ErrorCode[]): ApiError | null =>
  error instanceof ApiError && codes.some((code) => code === error.code) ? error : null;
/** No response, or the server's database is unreachable. The viewer can only try again. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof OfflineError || apiErrorWithCode(error, 'database_away') !== null;

export const apiErrorCode = (error: unknown): ApiError['code'] | null =>
  error instanceof ApiError ? error.code : null;
/** The server's decision is final. Rate limits and a running duplicate request are not final. */
export const isRejected = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== 'request_running';

export const rateLimitSeconds = (error: unknown): number =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : 0;

/** The server's own text (spec §8 "Other server errors"), else `fallback`. */
export function errorText(error: unknown, fallback: string = commonMessages.tryAgain): string {
  if (error instanceof OfflineError) return commonMessages.offline;
  if (error instanceof StorageBlockedError) return error.message;
  return (error instanceof ApiError && error.message) || fallback;
}
