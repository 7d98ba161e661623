import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { masked } from '../../mask.ts';
import { callProvider, refuseSandbox } from '../provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts';
import type { Messenger } from './messenger.ts';

const Message = z.object({ sid: z.string(), status: z.string() });
const Exception = z.object({ code: z.number().optional(), message: z.string() });
/** A message that Twilio took and gave up at once. */
const LOST = new Set(['failed', 'undelivered', 'canceled']);

export interface TwilioOptions {
  /** `https://api.twilio.com`; the path of the call is added. */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** A number, a sender's name, or the id of a messaging service (`MG…`). */
  from: string;
  isProduction?: boolean;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** SMS through Twilio's Programmable SMS. Source: https://www.twilio.com/docs/messaging/api/message-resource */
export function createTwilio(options: TwilioOptions): Messenger {
  const { baseUrl, accountSid, authToken, from, isProduction = false, timeoutMs, fetch } = options;
  refuseSandbox('twilio', baseUrl, isProduction);
  const sender = /^MG[\da-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From';

  /** Throws ProviderError: `refused` with Twilio's code (21211: no valid number), `unreachable` when it may work later. */
  async function hand({ to, text }: { to: string; text: string }) {
    const { status, json } = await callProvider({
      provider: 'twilio',
      url: `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body: new URLSearchParams({ To: `+${to}`, [sender]: from, Body: text }),
      timeoutMs,
      fetch,
    });
    const message = Message.safeParse(json);
    if (status !== 201 || !message.success) throw failureOf(status, json);
    if (LOST.has(message.data.status))
      throw new ProviderError('twilio', 'refused', { status, description: message.data.status });
    return { requestId: message.data.sid };
  }

  return {
    sendOtp: hand,
    sendNotice: async (notice) => void (await hand(notice)),
  };
}

/** Twilio's words quote the number that they are about. */
function failureOf(status: number, json: unknown): ProviderError {
  const exception = Exception.safeParse(json);
  const said = exception.success
    ? { code: String(exception.data.code ?? ''), description: masked(exception.data.message) }
    : {};
  return new ProviderError('twilio', kindOf(status), { status, ...said });
}

function kindOf(status: number): ProviderErrorKind {
  if (status >= 500 || status === 429) return 'unreachable';
  return status >= 400 ? 'refused' : 'garbled';
}

/** What `X-Twilio-Signature` must be on a callback: HMAC-SHA1 of the whole address and the sorted form, in base64. */
export function twilioSignature(authToken: string, url: string, form: Record<string, string>): string {
  const fields = Object.keys(form)
    .toSorted()
    .map((name) => name + form[name]);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}
