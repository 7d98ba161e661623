import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { SmsFault } from './control.ts';
import type { InboxContext } from './inbox.ts';
import { openMessageFaults } from './message-faults.ts';

const Flow = z.object({
  template_id: z.string().min(1, 'template id missing'),
  recipients: z
    .array(
      z.looseObject({
        mobiles: z.string().regex(/^\d{10,15}$/, 'Please provide valid mobile number'),
        OTP: z.coerce.string().optional(),
      }),
    )
    .min(1, 'Please provide valid mobile number'),
});

/** MSG91's v5 flow API. Errors have HTTP status 200, as they often have at MSG91. */
export function createMsg91Sandbox({
  journal,
  inbox,
  authKey,
}: InboxContext & { authKey: string }) {
  const { take: takeFault, control } = openMessageFaults<SmsFault>({ journal, inbox }, 'sms');

  function send(key: string | undefined, body: unknown) {
    if (key !== authKey) return failure('Authentication failure');
    const flow = Flow.safeParse(body);
    if (!flow.success) return failure(flow.error.issues[0]?.message ?? 'Invalid request');
    if (takeFault()) return failure('Scripted failure');
    // MSG91 renders a template. Here the `text` variable is the complete message.
    for (const { mobiles, OTP, text } of flow.data.recipients)
      inbox.add({
        to: mobiles,
        channel: 'sms',
        subject: '',
        text: typeof text === 'string' ? text : (OTP ?? ''),
      });
    return { type: 'success', message: randomBytes(12).toString('hex') };
  }

  return {
    routes: new Hono().on('POST', ['/api/v5/flow', '/api/v5/flow/'], async (c) =>
      c.json(send(c.req.header('authkey'), await c.req.json().catch(() => undefined))),
    ),
    control,
  };
}

const failure = (message: string) => ({ type: 'error', message });
