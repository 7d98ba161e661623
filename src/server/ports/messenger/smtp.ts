import { createTransport } from 'nodemailer';
import { PROVIDER_TIMEOUT_MS } from '../provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
import type { Messenger } from './messenger.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, `smtps://…:465` */
  url: string;
  from: string;
  timeoutMs?: number;
}

/** E-mail through any mail server. The code stands in the subject too, so that a notification shows it; there is nothing to click. */
export function createSmtp({ url, from, timeoutMs = PROVIDER_TIMEOUT_MS }: SmtpOptions): Messenger {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    /** Throws ProviderError: `refused` when the server will never take it, `unreachable` when it may later. */
    async sendOtp({ to, subject, text }) {
      try {
        const sent = await transport.sendMail({
          from,
          to,
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
        return { requestId: sent.messageId };
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
  };
}

type SmtpError = Error & { code?: string; responseCode?: number };

/** Neither the server's words nor the error go on: both quote the address. */
const failureOf = ({ code, responseCode }: SmtpError) =>
  new ProviderError('smtp', kindOf(responseCode), {
    ...(responseCode && { status: responseCode }),
    ...(code && { code }),
  });

const kindOf = (status: number | undefined): ProviderErrorKind =>
  status !== undefined && status >= 500 ? 'refused' : 'unreachable';
