import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionMessages as text } from '#messages/session.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { maskPersonalData, maskText, maskJson } from '#server/mask.ts';
import { createSmtp } from '#server/ports/messenger/smtp.ts';
import { createTwilio, twilioSignature } from '#server/ports/messenger/twilio.ts';
import { aServer } from '../support/test-server.ts';
import { aLog, aMobileNumber, signInCalls, wrongCode } from '../support/sign-in.ts';
import { A_PERMIT } from '../support/a-permit.ts';

/** A busy machine needs long to start another server. */
const SERVER_START_TIMEOUT_MS = 120_000;

const { accountSid, authToken, from } = SANDBOX_CREDENTIALS.twilio;
const OTP = {
  to: '14155550100',
  code: '123456',
  subject: '123456 is your code',
  text: '123456 is your code.\n\n@c.example #123456',
};
const TWILIO = { baseUrl: 'https://sms.example.test', accountSid, authToken, from };

let sandbox: ReturnType<typeof createSandbox>;
let app: Hono;
beforeEach(() => {
  sandbox = createSandbox({
    ...SANDBOX_CREDENTIALS,
    origin: 'http://server.test',
    webhookUrl: 'http://server.test',
  });
  app = new Hono().route('/sandbox', sandbox.app);
});
afterEach(() => sandbox.close());
const sandboxFetch: typeof fetch = async (input, init) => app.request(new Request(input, init));
const inbox = async () => (await (await app.request('/sandbox/inbox.json')).json()) as object[];
const script = (command: object) =>
  app.request('/sandbox/control', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  });

describe('Twilio', () => {
  test('is sent the documented form', async () => {
    const sent: { url: string; authorization: string | null; type: string | null; form: object }[] =
      [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      sent.push({
        url: request.url,
        authorization: request.headers.get('authorization'),
        type: request.headers.get('content-type'),
        form: Object.fromEntries(new URLSearchParams(await request.text())),
      });
      return Response.json({ sid: 'SM1', status: 'queued' }, { status: 201 });
    };
    expect(await createTwilio({ ...TWILIO, fetch }).sendOtp(OTP, A_PERMIT)).toEqual({
      requestId: 'SM1',
    });
    const service = `MG${'0'.repeat(32)}`;
    await createTwilio({ ...TWILIO, from: service, fetch }).sendOtp(OTP, A_PERMIT);
    expect(sent[0]).toEqual({
      url: `https://sms.example.test/2010-04-01/Accounts/${accountSid}/Messages.json`,
      authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`,
      type: expect.stringContaining('application/x-www-form-urlencoded'),
      form: { To: '+14155550100', From: from, Body: OTP.text },
    });
    expect(sent[1]!.form).toEqual({
      To: '+14155550100',
      MessagingServiceSid: service,
      Body: OTP.text,
    });
  });

  test.each([
    [
      400,
      {
        code: 21211,
        message: "The 'To' number +14155550100 is not a valid phone number.",
        status: 400,
      },
      'refused',
    ],
    [401, { code: 20003, message: 'Authenticate', status: 401 }, 'refused'],
    [429, { code: 20429, message: 'Too Many Requests', status: 429 }, 'unreachable'],
    [500, { code: 20500, message: 'Internal Server Error', status: 500 }, 'unreachable'],
    [201, { sid: 'SM1', status: 'failed' }, 'refused'],
    [200, { hello: 'world' }, 'garbled'],
  ])('response %i %o is an error of kind %s', async (status, body, kind) => {
    const twilio = createTwilio({ ...TWILIO, fetch: async () => Response.json(body, { status }) });
    const error: Error = await twilio.sendOtp(OTP, A_PERMIT).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ name: 'ProviderError', kind });
    expect(JSON.stringify(error) + error.message).not.toContain('14155550100');
  });

  test('signs its callbacks', () => {
    const form = { MessageStatus: 'delivered', MessageSid: 'SM1' };
    expect(
      twilioSignature('sandbox_twilio_token', 'https://app.example.test/hooks/twilio', form),
    ).toBe('VLrcn6jpyWKYB591hHzGNVNlTHk=');
  });

  test('in the sandbox delivers, refuses and fails as scripted', async () => {
    const twilio = createTwilio({
      ...TWILIO,
      baseUrl: 'http://server.test/sandbox/twilio',
      fetch: sandboxFetch,
    });
    expect(await twilio.sendOtp(OTP, A_PERMIT)).toEqual({
      requestId: expect.stringMatching(/^SM[\da-f]{32}$/),
    });
    expect(await inbox()).toEqual([
      expect.objectContaining({ to: '14155550100', channel: 'sms', text: OTP.text }),
    ]);
    await expect(twilio.sendOtp({ ...OTP, to: '12' }, A_PERMIT)).rejects.toMatchObject({
      kind: 'refused',
      code: '21211',
    });
    await script({ provider: 'twilio', next: 'error', code: 21614 });
    await expect(twilio.sendOtp(OTP, A_PERMIT)).rejects.toMatchObject({
      kind: 'refused',
      code: '21614',
    });
    await script({ provider: 'twilio', next: 'error_500' });
    await expect(twilio.sendOtp(OTP, A_PERMIT)).rejects.toMatchObject({
      kind: 'unreachable',
      status: 500,
    });
    await script({ provider: 'twilio', next: 'error' });
    await script({ provider: 'twilio', next: 'ok' });
    await expect(twilio.sendOtp(OTP, A_PERMIT)).resolves.toHaveProperty('requestId');
    const withWrongToken = createTwilio({
      ...TWILIO,
      baseUrl: 'http://server.test/sandbox/twilio',
      authToken: 'another',
      fetch: sandboxFetch,
    });
    await expect(withWrongToken.sendOtp(OTP, A_PERMIT)).rejects.toMatchObject({
      kind: 'refused',
      status: 401,
      code: '20003',
    });
  });

  test.each([
    ['a'.repeat(160), '1'],
    ['a'.repeat(161), '2'],
    [`${'a'.repeat(159)}€`, '2'],
    ['க'.repeat(70), '1'],
    ['क'.repeat(80), '2'],
    ['😀'.repeat(35), '1'],
    ['😀'.repeat(36), '2'],
  ])('in the sandbox counts the segments of %j', async (Body, segments) => {
    const response = await sandboxFetch(
      `http://server.test/sandbox/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`,
      {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
        body: new URLSearchParams({ To: '+14155550100', From: from, Body }),
      },
    );
    expect(await response.json()).toMatchObject({ num_segments: segments });
  });

  test('in the sandbox is rejected in production', () => {
    expect(() =>
      createTwilio({
        ...TWILIO,
        baseUrl: 'https://cinema.example/sandbox/twilio',
        isProduction: true,
      }),
    ).toThrow('sandbox');
  });

  test(
    'is used by a server with SMS_PROVIDER=twilio',
    async () => {
      const server = await aServer({ settings: { SMS_PROVIDER: 'twilio' } });
      const { register, signIn, codeFor } = signInCalls(server);
      const mobile = aMobileNumber();
      await server.scriptSandbox({ provider: 'twilio', next: 'error' });
      expect(await register(mobile)).toMatchObject({
        status: 503,
        json: { message: text.resendFailed },
      });
      expect((await register(mobile)).status).toBe(201);
      expect((await signIn(mobile, await codeFor(mobile))).status).toBe(200);
    },
    SERVER_START_TIMEOUT_MS,
  );
});

describe('e-mail', () => {
  const mail = { ...OTP, to: 'asha@example.com', text: '123456 is your code.' };
  const smtp = async (overrides: object = {}) =>
    createSmtp({
      url: await sandbox.openMailbox(),
      from: 'Matinee <no-reply@cinema.example>',
      ...overrides,
    });

  test('is announced by the cinema’s name, has the code in its subject, is marked as automatic, and has no links', async () => {
    let raw = '';
    let greeting = '';
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, _, callback) {
        for await (const chunk of stream) raw += String(chunk);
        callback();
      },
      onMailFrom(_, session, callback) {
        greeting = session.hostNameAppearsAs;
        callback();
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    afterAll(() => void server.close());
    const { port } = server.server.address() as AddressInfo;
    const url = `smtp://127.0.0.1:${port}`;
    const sendFrom = (host: string) =>
      createSmtp({ url, from: 'Matinee <no-reply@cinema.example>', host }).sendOtp(mail, A_PERMIT);
    await sendFrom('10.0.0.7');
    expect(greeting).not.toBe('10.0.0.7');
    raw = '';
    await sendFrom('www.cinema.example');
    expect(greeting).toBe('www.cinema.example');
    expect(raw).toMatch(/^From: Matinee <no-reply@cinema\.example>\r$/m);
    expect(raw).toMatch(/^To: asha@example\.com\r$/m);
    expect(raw).toMatch(/^Subject: 123456 is your code\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Content-Type: text\/plain/m);
    expect(raw).not.toMatch(/https?:|<a\s|text\/html/);
  });

  test('has no control or direction characters, in the subject or in the text', async () => {
    const name = 'Rain\u001b[2J\u202e\u0007\r\nBcc: eve@example.com';
    const { send } = await smtp();
    const sent = {
      to: 'asha@example.com',
      subject: name,
      text: `One\u000btwo\u0085 ${name}`,
      html: `<p>${name}</p>`,
      messageId: '<1@cinema.example>',
    };
    await send(sent, A_PERMIT);
    expect(await inbox()).toMatchObject([
      {
        to: 'asha@example.com',
        subject: 'Rain[2J Bcc: eve@example.com',
        text: 'One\ntwo\n Rain[2J\nBcc: eve@example.com',
      },
    ]);
  });

  test('arrives in the sandbox inbox over SMTP', async () => {
    await (await smtp()).sendOtp(mail, A_PERMIT);
    expect(await inbox()).toEqual([
      {
        to: 'asha@example.com',
        channel: 'email',
        subject: '123456 is your code',
        text: '123456 is your code.',
        sentAt: expect.any(String),
      },
    ]);
  });

  test.each([
    ['error', 'unreachable', 451],
    ['refuse', 'refused', 550],
  ])(
    'with the server response “%s” is %s, and the next one arrives',
    async (next, kind, status) => {
      const messenger = await smtp();
      await script({ provider: 'email', next });
      const error: Error = await messenger.sendOtp(mail, A_PERMIT).then(
        () => expect.unreachable(),
        (thrown) => thrown,
      );
      expect(error).toMatchObject({ name: 'ProviderError', kind, status });
      expect(JSON.stringify(error) + error.message + String(error.cause)).not.toContain('asha');
      await messenger.sendOtp(mail, A_PERMIT);
      expect(await inbox()).toHaveLength(1);
    },
  );

  test('with a wrong password or an unreachable server is not sent', async () => {
    const url = new URL(await sandbox.openMailbox());
    url.password = 'another';
    const withWrongPassword = createSmtp({ url: url.href, from: 'a@b.example' });
    await expect(withWrongPassword.sendOtp(mail, A_PERMIT)).rejects.toMatchObject({
      name: 'ProviderError',
      code: 'EAUTH',
    });
    const withoutServer = createSmtp({
      url: 'smtp://127.0.0.1:1',
      from: 'a@b.example',
      timeoutMs: 2000,
    });
    await expect(withoutServer.sendOtp(mail, A_PERMIT)).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect(await inbox()).toEqual([]);
  });

  test(
    'that fails can be requested again at once',
    async () => {
      const server = await aServer();
      const { registerByEmail } = signInCalls(server);
      await server.scriptSandbox({ provider: 'email', next: 'refuse' });
      expect(await registerByEmail('asha@example.com')).toMatchObject({
        status: 503,
        json: { code: 'email_failed', message: text.resendFailed },
      });
      expect((await registerByEmail('asha@example.com')).status).toBe(201);
    },
    SERVER_START_TIMEOUT_MS,
  );
});

describe('a messenger without keys', () => {
  test(
    'is disabled, is logged at startup, and gives 503',
    async () => {
      const { log, lines } = aLog();
      const ORIGIN = 'https://server.test';
      const settings = {
        NODE_ENV: 'production',
        ORIGIN,
        TOKEN_SECRET: '9f2c41d07be85a63',
        OTP_PEPPER: 'kP3vN8xQz1LwR5tY',
      };
      const server = await aServer({ settings, log });
      const { register, registerByEmail } = signInCalls(server);
      for (const reply of [
        await register(aMobileNumber()),
        await registerByEmail('asha@example.com'),
      ])
        expect(reply).toMatchObject({
          status: 503,
          json: { message: 'Something went wrong please try again' },
        });
      for (const setting of ['MSG91_AUTH_KEY', 'SMTP_URL'])
        expect(lines.filter((line) => line.includes(setting))).toHaveLength(1);
    },
    SERVER_START_TIMEOUT_MS,
  );
});

describe('the log', () => {
  test(
    'of successful and failed sign-ins contains no code, token, number or address',
    async () => {
      const { log, lines, text: logText } = aLog();
      const server = await aServer({ log });
      const {
        aSignedInUser,
        register,
        registerByEmail,
        rotateToken,
        resetPassword,
        inbox: received,
        tempTokenFor,
        signIn,
      } = signInCalls(server);
      const person = await aSignedInUser();
      server.clock.advance(121_000);
      const mailUser = await aSignedInUser('asha.rao@example.com');
      const renewed = await rotateToken(person.refreshtoken);
      await rotateToken('x'.repeat(43));
      await resetPassword(person.token, person.username, 'a secret curtain');
      const code = /\d{6}/.exec((await received(person.username))[0]!.text)![0];
      await signIn(person.username, wrongCode(code));
      server.clock.advance(121_000);
      const tempToken = await tempTokenFor(person.username);
      await server.scriptSandbox({ provider: 'sms', next: 'error' });
      const unreachedMobile = aMobileNumber();
      await register(unreachedMobile);
      await server.scriptSandbox({ provider: 'email', next: 'refuse' });
      await registerByEmail('lost.letter@example.com');
      // Unexpected errors are logged with the failed statement and its values.
      await server.database.query('alter table users rename to people');
      await signIn(person.username, 'another secret');
      await signIn('asha.rao@example.com', 'another secret');

      expect(lines.length).toBeGreaterThan(10);
      expect(logText()).toContain('a one-time code could not be sent');
      expect(logText()).toContain('unexpected');
      const secrets = [
        person.username,
        unreachedMobile,
        'asha.rao',
        'lost.letter',
        code,
        'secret curtain',
        'another secret',
        person.token,
        person.refreshtoken,
        mailUser.token,
        mailUser.refreshtoken,
        renewed.json.token,
        renewed.json.refreshtoken,
        tempToken,
      ];
      for (const secret of secrets) expect(logText()).not.toContain(secret);
    },
    SERVER_START_TIMEOUT_MS,
  );

  test.each([
    ['no 919000000001 here', 'no •••01 here'],
    ['+919000000001,', '+•••01,'],
    ['123456 is your code', '•••••• is your code'],
    ['to asha.rao@mail.example.com', 'to a•••@mail.example.com'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmVk', 'Bearer [token]'],
    ['k3J9x_aB-2k3J9x_aB-2k3J9x_aB-2k3J9x_aB-2abc', '[token]'],
    ['12345678-1234-4123-8123-123456789012', '12345678-1234-4123-8123-123456789012'],
    [
      '2026-11-21T06:30:00.000Z pay_12345678901234 :5432',
      '2026-11-21T06:30:00.000Z pay_12345678901234 :5432',
    ],
  ])('masks “%s”', (given, expected) => expect(maskText(given)).toBe(expected));

  test.each([
    ['1234567 of 7654321 rows', '1234567 of 7654321 rows'],
    ['no 919000000001 here, asha.rao@mail.example.com', 'no •••01 here, a•••@mail.example.com'],
  ])('masks only people in the work of operators: “%s”', (given, expected) =>
    expect(maskPersonalData(given)).toBe(expected),
  );

  test('shows control and direction characters instead of sending them to a terminal', () => {
    const { log, lines, text: logText } = aLog();
    log.info({ film: 'Rain\u001b[2J\u009b31m\u202e\ufeff' }, 'a film was \u2066changed');
    expect(logText().trimEnd()).not.toMatch(
      // eslint-disable-next-line no-control-regex
      /[\u0000-\u001f\u007f-\u009f\ufeff\u202a-\u202e\u2066-\u2069]/,
    );
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      film: 'Rain\u001b[2J\u009b31m\u202e\ufeff',
      msg: 'a film was \u2066changed',
    });
  });

  test('remains valid JSON with its numbers', () => {
    const line = JSON.stringify({
      time: 1795260646957,
      msg: 'a "9000000001" b\\',
      userId: 12345678,
    });
    expect(JSON.parse(maskJson(line))).toEqual({
      time: 1795260646957,
      msg: 'a "•••01" b\\',
      userId: 12345678,
    });
  });
});
