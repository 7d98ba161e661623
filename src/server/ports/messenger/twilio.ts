import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { maskText } from '../../mask.ts';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
import type { Messenger } from './messenger.ts';

const Message = z.object({ sid: z.string(), status: z.string() });
const ErrorReply = z.object({ code: z.number().optional(), message: z.string() });
/** Twilio accepted the message and dropped it at once. */
const FAILED_STATUSES = new Set(['failed', 'undelivered', 'canceled']);

interface TwilioOptions extends ProviderOptions {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** A number, a sender name, or the id of a messaging service (`MG…`). */
  from: string;
}

/**
 * Sends SMS through Twilio's Programmable SMS. Source:
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
export function createTwilio(options: TwilioOptions): Messenger {
  const { baseUrl, accountSid, authToken, from } = options;
  const call = createProviderClient('twilio', baseUrl, options);
  const sender = /^MG[\da-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From';

  /**
   * Throws ProviderError: `refused` with Twilio's code (21211: invalid number), `unreachable` is
   * temporary.
   */
  async function sendSms({ to, text }: { to: string; text: string }) {
    const { status, json } = await call({
      url: `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      },
      body: new URLSearchParams({ To: `+${to}`, [sender]: from, Body: text }),
    });
    const message = Message.safeParse(json);
    if (status !== 201 || !message.success) throw failureOf(status, json);
    if (FAILED_STATUSES.has(message.data.status))
      throw new ProviderError('twilio', 'refused', { status, description: message.data.status });
    return { requestId: message.data.sid };
  }

  return { sendOtp: sendSms, sendNotice: async (notice) => void (await sendSms(notice)) };
}

/** Twilio's messages quote the number, so they are masked. */
function failureOf(status: number, json: unknown): ProviderError {
  const exception = ErrorReply.safeParse(json);
  const details = exception.success
    ? { code: String(exception.data.code ?? ''), description: maskText(exception.data.message) }
    : {};
  return new ProviderError('twilio', kindOf(status), { status, ...details });
}

function kindOf(status: number): ProviderErrorKind {
  if (status >= 500 || status === 429) return 'unreachable';
  return status >= 400 ? 'refused' : 'garbled';
}

/** Expected `X-Twilio-Signature`: HMAC-SHA1 of the address and the sorted form, in base64. */
export function twilioSignature(
  authToken: string,
  url: string,
  form: Record<string, string>,
): string {
  const fields = Object.keys(form)
    .toSorted()
    .map((name) => name + form[name]);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}
