/** `unreachable`: no answer to trust. `refused`: an understood no. `garbled`: an answer that is not the documented one. */
export type ProviderErrorKind = 'unreachable' | 'refused' | 'garbled';

interface Details {
  /** HTTP status, when an answer came at all. */
  status?: number;
  /** The provider's own words, for logs and support, not for viewers. */
  code?: string;
  description?: string;
  cause?: unknown;
}

/**
 * An outside provider did not do what we asked. After `unreachable` and `garbled` the work may have been done all the
 * same: look it up before asking again. It does not cover our own mistakes, such as a wrong setting: those are plain Errors.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: string;
  readonly kind: ProviderErrorKind;
  readonly status?: number;
  readonly code?: string;
  readonly description?: string;

  constructor(provider: string, kind: ProviderErrorKind, { status, code, description, cause }: Details = {}) {
    const said = [status && `HTTP ${status}`, code, description].filter(Boolean).join(', ');
    super(`${provider}: ${kind}${said ? ` (${said})` : ''}`, { cause });
    this.provider = provider;
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.description = description;
  }
}
