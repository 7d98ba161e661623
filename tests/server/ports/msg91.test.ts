import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMsg91 } from '#server/ports/messenger/msg91.ts';
import { aSandbox, SMS_KEY } from '../../support/sandbox.ts';
import { A_PERMIT } from '../../support/a-permit.ts';

const TEXT = '123456 is your code. Valid 10 minutes.\n\n@cinema.example #123456';
const OTP = { to: '919000000001', code: '123456', text: TEXT };
const OPTIONS = { baseUrl: 'https://sms.example.test', authKey: 'key', templateId: 'template-1' };

test.each([
  {
    name: 'an error with HTTP 200',
    body: '{"type":"error","message":"no balance"}',
    status: 200,
    kind: 'refused',
  },
  {
    name: 'an error with HTTP 401',
    body: '{"type":"error","message":"no"}',
    status: 401,
    kind: 'refused',
  },
  { name: 'a page instead of JSON', body: '<html>', status: 200, kind: 'garbled' },
  { name: 'a broken gateway', body: '<html>', status: 502, kind: 'unreachable' },
])('$name is $kind', async ({ body, status, kind }) => {
  const msg91 = createMsg91({ ...OPTIONS, fetch: async () => new Response(body, { status }) });
  await expect(msg91.sendOtp(OTP, A_PERMIT)).rejects.toMatchObject({ name: 'ProviderError', kind });
});

test('sends the documented flow request', async () => {
  let sent: { url: string; authkey: string | null; body: unknown } | undefined;
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    sent = {
      url: request.url,
      authkey: request.headers.get('authkey'),
      body: await request.json(),
    };
    return Response.json({ type: 'success', message: '3763646c3058373530393938' });
  };
  expect(await createMsg91({ ...OPTIONS, fetch }).sendOtp(OTP, A_PERMIT)).toEqual({
    requestId: '3763646c3058373530393938',
  });
  expect(sent).toEqual({
    url: 'https://sms.example.test/api/v5/flow',
    authkey: 'key',
    body: {
      template_id: 'template-1',
      short_url: '0',
      recipients: [{ mobiles: '919000000001', OTP: '123456', text: TEXT }],
    },
  });
});

test('rejects a sandbox in production', () => {
  const baseUrl = 'https://cinema.example/sandbox/sms';
  expect(() => createMsg91({ ...OPTIONS, baseUrl, isProduction: true })).toThrow('sandbox');
});

describe('against the sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof aSandbox>>;

  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const msg91 = (authKey = SMS_KEY) =>
    createMsg91({ ...OPTIONS, baseUrl: `${sandbox.origin}/sandbox/sms`, authKey });
  const inbox = async (to = '') =>
    (await (await fetch(`${sandbox.origin}/sandbox/inbox.json?to=${to}`)).json()) as object[];

  test('a message arrives in the inbox of its number, newest first', async () => {
    await msg91().sendOtp(OTP, A_PERMIT);
    await msg91().sendOtp({ ...OTP, code: '654321', text: '654321 is your code.' }, A_PERMIT);
    await msg91().sendOtp({ ...OTP, to: '919000000002' }, A_PERMIT);
    expect(await inbox('919000000001')).toEqual([
      expect.objectContaining({ text: '654321 is your code.' }),
      {
        to: '919000000001',
        channel: 'sms',
        subject: '',
        text: TEXT,
        sentAt: expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
      },
    ]);
    expect(await inbox()).toHaveLength(3);
    expect(await inbox('+919000000002')).toHaveLength(1);
  });

  test('the inbox page shows the code, and escapes the text', async () => {
    await msg91().sendOtp({ ...OTP, text: '<b>123456</b> is your code' }, A_PERMIT);
    const page = await (await fetch(`${sandbox.origin}/sandbox/inbox`)).text();
    expect(page).toContain('<p class="code">123456</p>');
    expect(page).toContain('&lt;b&gt;123456');
  });

  test('a wrong key, a wrong number and a scripted error are refused, and nothing arrives', async () => {
    await expect(msg91('wrong').sendOtp(OTP, A_PERMIT)).rejects.toMatchObject({
      kind: 'refused',
      description: 'Authentication failure',
    });
    await expect(msg91().sendOtp({ ...OTP, to: '+91 9' }, A_PERMIT)).rejects.toMatchObject({
      kind: 'refused',
    });
    await sandbox.script({ provider: 'sms', next: 'error' });
    await expect(msg91().sendOtp(OTP, A_PERMIT)).rejects.toMatchObject({
      kind: 'refused',
      status: 200,
    });
    expect(await inbox()).toEqual([]);
    await msg91().sendOtp(OTP, A_PERMIT);
    expect(await inbox()).toHaveLength(1);
  });

  test('a scripted error can be cancelled', async () => {
    await sandbox.script({ provider: 'sms', next: 'error' });
    await sandbox.script({ provider: 'sms', next: 'ok' });
    await expect(msg91().sendOtp(OTP, A_PERMIT)).resolves.toHaveProperty('requestId');
  });
});
