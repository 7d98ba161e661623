import { isIP } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { cleanLine, removeControls } from '#domain/plain-text.ts';
import { PROVIDER_TIMEOUT_MS } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import type { Mail, Mailer } from './messenger.ts';

interface SmtpOptions {
  /** `smtp://user:password@host:587`, `smtps://…:465` */
  url: string;
  from: string;
  /**
   * Of the cinema: the name in EHLO, if it is a name. Many mail servers distrust a client that only
   * names its address.
   */
  host?: string;
  timeoutMs?: number;
}

type SmtpMessage = Omit<SendMailOptions, 'subject' | 'text' | 'html'> &
  Pick<Mail, 'text'> & {
    subject?: string | undefined;
    html?: string;
  };

/**
 * Sends e-mail. A mail with a code has the code in the subject too, so that a notification shows
 * it, and no link to click.
 */
export function createSmtp({
  url,
  from,
  host = '',
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    name: isFullName(host) ? host : undefined,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  /** Throws ProviderError: `refused` is permanent, `unreachable` is temporary. */
  async function deliver({ subject, text, html, ...message }: SmtpMessage) {
    try {
      const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
      return await transport.sendMail({
        from,
        headers,
        ...message,
        subject: subject === undefined ? undefined : cleanLine(subject),
        text: removeControls(text),
        html: html === undefined ? undefined : removeControls(html),
      });
    } catch (error) {
      throw failureOf(error as SmtpError);
    }
  }

  return {
    async sendOtp({ to, subject, text }) {
      return { requestId: (await deliver({ to, subject, text })).messageId };
    },
    async send({ calendar, pictures = [], unsubscribe, ...mail }) {
      const attachments = pictures.map((picture) => ({
        ...picture,
        contentDisposition: 'inline' as const,
      }));
      await deliver({
        ...mail,
        attachments,
        icalEvent: calendar,
        list: unsubscribe ? { unsubscribe } : undefined,
      });
    },
  };
}

const isFullName = (host: string) => host.includes('.') && isIP(host) === 0;

type SmtpError = Error & { code?: string; responseCode?: number };

/** Drops the message of the server and the error: both quote the address. */
function failureOf({ code, responseCode: status }: SmtpError) {
  const isPermanent = status !== undefined && status >= 500;
  return new ProviderError('smtp', isPermanent ? 'refused' : 'unreachable', { status, code });
}
