import { SentenceError, type Text } from '#domain/format/sentence.ts';
import { type ErrorCode, type ErrorKind, ERROR_STATUS } from '#contract/error-codes.ts';

interface ErrorDetails {
  retryAfter?: number;
  /** The methods of the path, for `Allow`. */
  allow?: string[];
  errors?: { path: string; message: string }[];
  /** The `error` of OAuth 2.0. */
  oauthError?: string;
  extra?: Record<string, unknown>;
}

/** The error of a refused action: a kind (the status), a stable code and the sentence for the viewer. */
export class AppError extends SentenceError {
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, code: ErrorCode, message: Text, details: ErrorDetails = {}) {
    super(message);
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }

  get status(): (typeof ERROR_STATUS)[ErrorKind] {
    return ERROR_STATUS[this.kind];
  }
}

/** An invalid field of the request; a form shows the message at the field `path`. */
export const fieldError = (
  path: string,
  message: string,
  code: ErrorCode = 'validation_failed',
): AppError => new AppError('invalid', code, message, { errors: [{ path, message }] });

/** Throws inside an expression: `found ?? throwError(new AppError(…))`. */
export const throwError = (error: Error): never => {
  throw error;
};
