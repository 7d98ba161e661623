import type { ContentfulStatusCode } from 'hono/utils/http-status';

const STATUS = {
  malformed: 400,
  not_granted: 400,
  unauthenticated: 401,
  ticket_required: 402,
  forbidden: 403,
  not_found: 404,
  wrong_method: 405,
  conflict: 409,
  gone: 410,
  wrong_version: 412,
  too_large: 413,
  wrong_body_type: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  provider: 502,
  unavailable: 503,
} as const satisfies Record<string, ContentfulStatusCode>;

export type ErrorKind = keyof typeof STATUS;

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
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }

  get status(): ContentfulStatusCode {
    return STATUS[this.kind];
  }
}

/** An invalid field of the request; a form shows the message at the field `path`. */
export const fieldError = (path: string, message: string, code = 'validation_failed'): AppError =>
  new AppError('invalid', code, message, { errors: [{ path, message }] });

/** Throws inside an expression: `found ?? throwError(new AppError(…))`. */
export const throwError = (error: Error): never => {
  throw error;
};
