import { MediaError } from '../../ports/media/errors.ts';
import type { RowFault } from './report.ts';

/** The import cannot start or continue; the message tells the operator why. */
export class ImportError extends Error {}

/**
 * One row is invalid; other rows are not affected. The report groups rows by `cause`, the reason
 * without `value`, the part that differs.
 */
export class RowError extends Error {
  readonly fault: RowFault;

  constructor(reason: string, cause = reason, value?: string) {
    super(reason);
    this.fault = { reason, cause, value };
  }
}

/** Null for any other error than RowError and MediaError. */
export function faultOf(error: unknown): RowFault | null {
  if (error instanceof RowError) return error.fault;
  return error instanceof MediaError ? plainFault(error.message) : null;
}

export const plainFault = (reason: string): RowFault => ({ reason, cause: reason });

const CONSTRAINT_MESSAGES: Record<string, string> = {
  movies_movie_key_unique: 'another film has this movieKey',
  users_mobile: 'another user has this mobile number',
  orders_one_open: 'this viewer has an open order for this film already',
};

/** Null if the database did not reject a row. */
export function constraintMessage(error: unknown): string | null {
  const cause = ((error as Error).cause ?? error) as {
    code?: string;
    constraint?: string;
    message?: string;
  };
  // SQLSTATE classes 22 and 23: data exceptions and constraint violations.
  if (!/^2[23]/.test(cause.code ?? '')) return null;
  return CONSTRAINT_MESSAGES[cause.constraint ?? ''] ?? `the database rejects it: ${cause.message}`;
}

export function toImportError(error: unknown): ImportError {
  const cause = ((error as Error).cause ?? error) as Error;
  return new ImportError(`The rows could not be saved: ${cause.message}`, { cause: error });
}
