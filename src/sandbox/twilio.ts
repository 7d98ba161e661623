import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { z } from 'zod';
import type { TwilioFault } from './control.ts';
import type { InboxContext } from './inbox.ts';
import { openMessageFaults } from './message-faults.ts';

interface TwilioSandboxOptions extends InboxContext {
  accountSid: string;
  authToken: string;
  now: () => Date;
}

const Form = z.object({
  To: z.string().default(''),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().default(''),
});

export function createTwilioSandbox({
  journal,
  inbox,
  accountSid,
  authToken,
  now,
}: TwilioSandboxOptions) {
  const { take: takeFault, control } = openMessageFaults<TwilioFault>({ journal, inbox }, 'twilio');

  function send(form: z.infer<typeof Form>) {
    const exception = exceptionOf(form);
    if (exception) return errorResponse(exception);
    inbox.add({ to: form.To, channel: 'sms', subject: '', text: form.Body });
    return { status: 201 as const, body: messageOf(form, accountSid, now()) };
  }

  const routes = new Hono()
    .use(
      basicAuth({
        verifyUser: (sid, token) => sid === accountSid && token === authToken,
        invalidUserMessage: errorResponse({ code: 20003, message: 'Authenticate', status: 401 })
          .body,
      }),
    )
    .post(`/2010-04-01/Accounts/${accountSid}/Messages.json`, async (c) => {
      const scripted = takeFault();
      if (scripted?.next === 'error_500')
        return c.json(
          errorResponse({ code: 20500, message: 'Internal Server Error', status: 500 }).body,
          500,
        );
      const { status, body } = scripted
        ? errorResponse({ code: scripted.code, message: 'Scripted failure', status: 400 })
        : send(Form.parse(await c.req.parseBody()));
      return c.json(body, status);
    });

  return { routes, control };
}

interface Exception {
  code: number;
  message: string;
  status: 400 | 401 | 500;
}

function exceptionOf({
  To,
  From,
  MessagingServiceSid,
  Body,
}: z.infer<typeof Form>): Exception | null {
  if (!To) return { code: 21604, message: "A 'To' phone number is required.", status: 400 };
  if (!/^\+\d{8,15}$/.test(To))
    return {
      code: 21211,
      message: `The 'To' number ${To} is not a valid phone number.`,
      status: 400,
    };
  if (!From && !MessagingServiceSid)
    return { code: 21603, message: "A 'From' phone number is required.", status: 400 };
  return Body ? null : { code: 21602, message: 'Message body is required.', status: 400 };
}

const errorResponse = ({ code, message, status }: Exception) => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

/**
 * GSM-7 (3GPP TS 23.038): letters of one septet, and of two. Any other letter makes the whole
 * message UCS-2.
 */
const GSM_LETTERS = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_ESCAPED_LETTERS = new Set('\f^{}\\[~]|€');

/** Each part of a longer message has a header, so it holds less than a single one. */
function countSegments(body: string): number {
  const letters = [...body];
  const isGsm = letters.every(
    (letter) => GSM_LETTERS.has(letter) || GSM_ESCAPED_LETTERS.has(letter),
  );
  const length = isGsm
    ? letters.length + letters.filter((each) => GSM_ESCAPED_LETTERS.has(each)).length
    : body.length;
  const [single, part] = isGsm ? [160, 153] : [70, 67];
  return length <= single ? 1 : Math.ceil(length / part);
}

function messageOf(
  { To, From, MessagingServiceSid, Body }: z.infer<typeof Form>,
  accountSid: string,
  now: Date,
) {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  return {
    sid,
    account_sid: accountSid,
    to: To,
    from: From ?? null,
    messaging_service_sid: MessagingServiceSid ?? null,
    body: Body,
    status: MessagingServiceSid ? 'accepted' : 'queued',
    num_segments: String(countSegments(Body)),
    direction: 'outbound-api',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    date_created: now.toUTCString().replace('GMT', '+0000'),
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
  };
}
