import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ProviderError } from '../provider-error.ts';

interface ProviderFailure {
  code?: string | undefined;
  description?: string | undefined;
  /** The same request is refused for ever, whatever the status says. */
  isFinal?: boolean | undefined;
}

interface ErrorFormat {
  provider: string;
  /** Reads the provider's code and message from an error's body; must accept any body. */
  failure: z.ZodType<ProviderFailure>;
}

// Temporary: timeout, first request still running, rate limit.
const RETRY_STATUSES = new Set([408, 409, 429]);

/** Throws `unreachable` (5xx, 408, 409, 429), `refused` (other 4xx) or `garbled`. */
export function readReply<Reply extends z.ZodType>(
  { provider, failure }: ErrorFormat,
  schema: Reply,
  { status, json }: { status: number; json: unknown },
  description: string,
): z.output<Reply> {
  if (status >= 400) {
    const { isFinal = false, ...details } = failure.parse(json);
    const isTemporary = status >= 500 || RETRY_STATUSES.has(status);
    throw new ProviderError(provider, isTemporary && !isFinal ? 'unreachable' : 'refused', {
      status,
      ...details,
    });
  }
  const reply = schema.safeParse(json);
  if (!reply.success)
    throw new ProviderError(provider, 'garbled', { status, description, cause: reply.error });
  return reply.data;
}

/** For an event that has no id. A repeated delivery has the same body. */
export const keyOfBody = (rawBody: string): string =>
  `body:${createHash('sha256').update(rawBody).digest('base64url')}`;

/** The caller has verified the signature. Throws `garbled` if `read` throws. */
export function readWebhookBody<Event>(
  provider: string,
  rawBody: string,
  read: (body: unknown) => Event,
): Event {
  try {
    return read(JSON.parse(rawBody));
  } catch (cause) {
    throw new ProviderError(provider, 'garbled', { description: 'webhook body', cause });
  }
}
