import { ERROR_STATUS, type ErrorCode, type ErrorKind } from '#contract/error-codes.ts';
import { LANGUAGE } from '#domain/format/locale.ts';
import { SentenceError, type Text } from '#domain/format/sentence.ts';
import { codeAndKindOf, type RefusalName, type RefusalValues, refusalText } from './refusals.ts';

interface ErrorDetails {
  retryAfter?: number;
  /** The methods of the path, for `Allow`. */
  allow?: string[];
  /** The field of the request that is refused: a form shows the sentence there. */
  field?: string;
  errors?: { path: string; message: string }[];
  /** The kind and the `error` of OAuth 2.0. */
  kind?: ErrorKind;
  oauthError?: string;
  /** The sentence of a command, with the words of the back office. */
  sentence?: Text;
  extra?: Record<string, unknown>;
}

type RefusalArguments<Name extends RefusalName> =
  RefusalValues<Name> extends []
    ? [values?: [], details?: ErrorDetails]
    : [values: RefusalValues<Name>, details?: ErrorDetails];

/**
 * The error of a refused action: its name, which decides code and kind (the status), and the values
 * of its sentence.
 */
export class AppError<Name extends RefusalName = RefusalName> extends SentenceError {
  readonly refusal: { name: RefusalName; values: readonly unknown[] };
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(name: Name, ...[values = [], details = {}]: RefusalArguments<Name>) {
    const refusal = { name, values: values as readonly unknown[] };
    super(details.sentence ?? refusalText(refusal, LANGUAGE));
    this.name = 'AppError';
    this.refusal = refusal;
    const { code, kind } = codeAndKindOf(name);
    this.code = code;
    this.kind = details.kind ?? kind;
    this.details = details;
  }

  get status(): (typeof ERROR_STATUS)[ErrorKind] {
    return ERROR_STATUS[this.kind];
  }

  /** The same refusal with other details. */
  withDetails(details: ErrorDetails): AppError {
    const { name, values } = this.refusal;
    return new AppError(name, values as never, { ...this.details, ...details });
  }
}

/** An invalid field of the request; a form shows the sentence at the field `path`. */
export const fieldError = <Name extends RefusalName>(
  path: string,
  name: Name,
  ...[values]: RefusalArguments<Name>
): AppError => new AppError(name, ...([values, { field: path }] as never));

/** Throws inside an expression: `found ?? throwError(new AppError(…))`. */
export const throwError = (error: Error): never => {
  throw error;
};
