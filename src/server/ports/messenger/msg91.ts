import { z } from 'zod';
import { masked } from '../../mask.ts';
import { callProvider, refuseSandbox } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import type { Messenger } from './messenger.ts';

const Reply = z.object({
  type: z.enum(['success', 'error']),
  message: z.string().optional(),
  request_id: z.string().optional(),
});

export interface Msg91Options {
  /** `https://control.msg91.com`; the path of the call is added. */
  baseUrl: string;
  authKey: string;
  templateId: string;
  /** The registered template of messages without a code; without it there are none. */
  noticeTemplateId?: string | undefined;
  isProduction?: boolean;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** SMS through MSG91's v5 flow. The code is made, kept and checked by us: MSG91 only carries it. */
export function createMsg91({
  baseUrl,
  authKey,
  templateId,
  noticeTemplateId,
  isProduction = false,
  timeoutMs,
  fetch,
}: Msg91Options): Messenger {
  refuseSandbox('msg91', baseUrl, isProduction);

  /**
   * Hands one SMS over and gives MSG91's id of it. Throws ProviderError: `refused` when MSG91 says `type: error`,
   * which it does with HTTP 200 too, so the type decides and the status only when there is none.
   */
  async function hand(template: string, recipient: Record<string, string>) {
    const { status, json } = await callProvider({
      provider: 'msg91',
      url: `${baseUrl}/api/v5/flow`,
      method: 'POST',
      headers: { authkey: authKey },
      body: { template_id: template, short_url: '0', recipients: [recipient] },
      timeoutMs,
      fetch,
    });
    const reply = Reply.safeParse(json);
    if (!reply.success) throw new ProviderError('msg91', kindOf(status), { status, cause: reply.error });
    if (reply.data.type === 'error')
      throw new ProviderError('msg91', 'refused', { status, description: masked(reply.data.message ?? '') });
    return { requestId: reply.data.request_id ?? reply.data.message };
  }

  return {
    sendOtp: ({ to, code, text }) => hand(templateId, { mobiles: to, OTP: code, text }),
    ...(noticeTemplateId && {
      sendNotice: async ({ to, text }: { to: string; text: string }) =>
        void (await hand(noticeTemplateId, { mobiles: to, text })),
    }),
  };
}

const kindOf = (status: number) => (status >= 500 ? 'unreachable' : status >= 400 ? 'refused' : 'garbled');
