import { z } from 'zod';
import { maskText } from '../../mask.ts';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import type { Messenger } from './messenger.ts';

const Reply = z.object({
  type: z.enum(['success', 'error']),
  message: z.string().optional(),
  request_id: z.string().optional(),
});

interface Msg91Options extends ProviderOptions {
  baseUrl: string;
  authKey: string;
  templateId: string;
  /** The registered template of messages without a code. Without it no notices are sent. */
  noticeTemplateId?: string | undefined;
}

/** Sends SMS through MSG91's v5 flow. */
export function createMsg91(options: Msg91Options): Messenger {
  const { baseUrl, authKey, templateId, noticeTemplateId } = options;
  const call = createProviderClient('msg91', baseUrl, options);

  /**
   * Throws ProviderError: `refused` for `type: error`, which may come with HTTP 200, so the status
   * is only a fallback.
   */
  async function sendSms(template: string, recipient: Record<string, string>) {
    const { status, json } = await call({
      url: `${baseUrl}/api/v5/flow`,
      method: 'POST',
      headers: { authkey: authKey },
      body: { template_id: template, short_url: '0', recipients: [recipient] },
    });
    const reply = Reply.safeParse(json);
    if (!reply.success)
      throw new ProviderError('msg91', kindOf(status), { status, cause: reply.error });
    if (reply.data.type === 'error')
      throw new ProviderError('msg91', 'refused', {
        status,
        description: maskText(reply.data.message ?? ''),
      });
    return { requestId: reply.data.request_id ?? reply.data.message };
  }

  return {
    sendOtp: ({ to, code, text }) => sendSms(templateId, { mobiles: to, OTP: code, text }),
    sendNotice: noticeTemplateId
      ? async ({ to, text }) => void (await sendSms(noticeTemplateId, { mobiles: to, text }))
      : undefined,
  };
}

const kindOf = (status: number) =>
  status >= 500 ? 'unreachable' : status >= 400 ? 'refused' : 'garbled';
