import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import twilio from 'twilio';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox } from '#sandbox/sandbox.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { twilioSignature } from '#server/ports/messenger/twilio.ts';

const { accountSid, authToken, from } = SANDBOX_CREDENTIALS.twilio;
const MESSAGE = { to: '+14155550100', from, body: '123456 is your code' };

let sandbox: ReturnType<typeof createSandbox>;
let server: ReturnType<typeof serve>;
let origin: string;
beforeEach(async () => {
  sandbox = createSandbox({
    ...SANDBOX_CREDENTIALS,
    origin: 'http://server.test',
    webhookUrl: 'http://server.test',
  });
  const app = new Hono().route('/sandbox', sandbox.app);
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  sandbox.close();
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await once(server, 'close');
});

/** The SDK has no setting for its host, so its calls are sent to the sandbox. */
class SandboxClient extends twilio.RequestClient {
  override request<Data>(
    options: Parameters<typeof twilio.RequestClient.prototype.request<Data>>[0],
  ) {
    const { pathname } = new URL(options.uri);
    return super.request<Data>({ ...options, uri: `${origin}/sandbox/twilio${pathname}` });
  }
}
const aClient = (token = authToken) =>
  twilio(accountSid, token, { httpClient: new SandboxClient() });

const script = (command: object) =>
  fetch(`${origin}/sandbox/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'twilio', ...command }),
  });

describe('Twilio’s own SDK', () => {
  test('sends a message, which is queued and has its segments', async () => {
    const sent = await aClient().messages.create(MESSAGE);
    expect(sent).toMatchObject({
      sid: expect.stringMatching(/^SM[\da-f]{32}$/),
      accountSid,
      status: 'queued',
      to: MESSAGE.to,
      body: MESSAGE.body,
      numSegments: '1',
      direction: 'outbound-api',
      dateCreated: expect.any(Date),
    });
    const inbox = await (await fetch(`${origin}/sandbox/inbox.json`)).json();
    expect(inbox).toEqual([expect.objectContaining({ to: '14155550100', text: MESSAGE.body })]);
  });

  test('sends by a messaging service', async () => {
    const messagingServiceSid = `MG${'0'.repeat(32)}`;
    const { to, body } = MESSAGE;
    const sent = await aClient().messages.create({ to, body, messagingServiceSid });
    expect(sent).toMatchObject({ status: 'accepted', messagingServiceSid, from: null });
  });

  test.each([
    { name: 'an invalid number', message: { ...MESSAGE, to: '+12' }, status: 400, code: 21_211 },
    { name: 'an empty text', message: { ...MESSAGE, body: '' }, status: 400, code: 21_602 },
  ])('understands the refusal of $name', async ({ message, status, code }) => {
    await expect(aClient().messages.create(message)).rejects.toMatchObject({
      status,
      code,
      moreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
  });

  test('understands a wrong token, a scripted refusal and a failure', async () => {
    await expect(aClient('another').messages.create(MESSAGE)).rejects.toMatchObject({
      status: 401,
      code: 20_003,
    });
    await script({ next: 'error', code: 21_614 });
    await expect(aClient().messages.create(MESSAGE)).rejects.toMatchObject({
      status: 400,
      code: 21_614,
    });
    await script({ next: 'error_500' });
    await expect(aClient().messages.create(MESSAGE)).rejects.toMatchObject({
      status: 500,
      code: 20_500,
    });
  });

  test('accepts the signature that we expect of a callback, and no other', () => {
    const url = 'https://app.example.test/hooks/twilio?order=1';
    const form = { MessageStatus: 'delivered', MessageSid: 'SM1', Body: 'நன்றி €' };
    const signature = twilioSignature(authToken, url, form);
    expect(twilio.validateRequest(authToken, signature, url, form)).toBe(true);
    expect(twilio.validateRequest(authToken, signature, url, { ...form, MessageSid: 'SM2' })).toBe(
      false,
    );
    expect(twilio.validateRequest('another', signature, url, form)).toBe(false);
  });
});
