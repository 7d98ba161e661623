/**
 * `unreachable`: no usable response. `refused`: a documented refusal. `garbled`: an undocumented
 * response.
 */
export type ProviderErrorKind = 'unreachable' | 'refused' | 'garbled';

interface Details {
  status?: number;
  /** The provider's code and message, for logs and support, not for viewers. */
  code?: string;
  description?: string;
  cause?: unknown;
}

/** After `unreachable` and `garbled` the action may have happened: look it up before a retry. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: string;
  readonly kind: ProviderErrorKind;
  readonly status?: number;
  readonly code?: string;
  readonly description?: string;

  constructor(
    provider: string,
    kind: ProviderErrorKind,
    { status, code, description, cause }: Details = {},
  ) {
    const details = [status && `HTTP ${status}`, code, description].filter(Boolean).join(', ');
    super(`${provider}: ${kind}${details ? ` (${details})` : ''}`, { cause });
    this.provider = provider;
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.description = description;
  }
}
