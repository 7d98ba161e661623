import { MediaError } from '../../../ports/media/errors.ts';
import type { Fault } from './report.ts';

/** Nothing can be imported, or nothing more; the message says why, for a person. */
export class ImportError extends Error {}

/** This row cannot go in; the others can. `cause` and `value` are as in Fault. */
export class RowError extends Error {
  readonly fault: Fault;

  constructor(reason: string, cause = reason, value?: string) {
    super(reason);
    this.fault = { reason, cause, ...(value !== undefined && { value }) };
  }
}

/** What is wrong with a row; null when the error is about more than that. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof RowError) return error.fault;
  return error instanceof MediaError ? plainFault(error.message) : null;
}

/** A fault that reads the same for every row. */
export const plainFault = (reason: string): Fault => ({ reason, cause: reason });

const CONSTRAINTS: Record<string, string> = {
  movies_movie_key_unique: 'another film has its movieKey',
  users_mobile: 'another person has its mobile number',
  orders_one_open: 'this viewer has an open order for this film already',
};

/** What the database holds against a row, in words; null when it is not about the row. */
export function databaseRefusal(error: unknown): string | null {
  const cause = ((error as Error).cause ?? error) as { code?: string; constraint?: string; message?: string };
  // Classes 22 and 23 of SQLSTATE: data exceptions and broken constraints.
  if (!/^2[23]/.test(cause.code ?? '')) return null;
  return CONSTRAINTS[cause.constraint ?? ''] ?? `the database refuses it: ${cause.message}`;
}

/** Any other failure of the database ends the import. */
export function databaseFailure(error: unknown): ImportError {
  const cause = ((error as Error).cause ?? error) as Error;
  return new ImportError(`The database cannot take the rows: ${cause.message}`, { cause: error });
}
