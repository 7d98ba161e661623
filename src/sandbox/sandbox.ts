import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { assetRoutes } from './assets.ts';
import { controlPage } from './control-page.ts';
import { controlRoutes } from './control.ts';
import { createFacebookSandbox } from './facebook/facebook.ts';
import { createGoogleSandbox } from './google/google.ts';
import { openInbox } from './inbox.ts';
import { inboxPage } from './inbox-page.ts';
import { openJournal } from './journal.ts';
import { createMailbox } from './mailbox.ts';
import { placesRoutes } from './places/places.ts';
import type { PaymentSandbox } from './payment-sandbox.ts';
import { openPaymentSandboxes, type PaymentCredentials } from './payment-sandboxes.ts';
import { createMsg91Sandbox } from './msg91.ts';
import { createTwilioSandbox } from './twilio.ts';

export interface SandboxOptions extends PaymentCredentials {
  /** The public origin of the server that mounts this app under `/sandbox`. */
  origin: string;
  /** The server's Razorpay webhook. Other providers use their names instead of `/razorpay`. */
  webhookUrl: string;
  /** Stores the state over restarts; without it, the state is in memory only. */
  journalFile?: string;
  isProduction?: boolean;
  now?: () => Date;
  msg91: { authKey: string };
  twilio: { accountSid: string; authToken: string };
  smtp: { user: string; password: string };
  google: { clientId: string };
  facebook: { appId: string; appSecret: string };
  /** Sends webhooks. A test may pass them to an app without a port. */
  fetch?: typeof globalThis.fetch;
}

/**
 * Local versions of the providers, with an inbox and a control page. Mount `app` under `/sandbox`.
 * Throws in production.
 */
export function createSandbox(options: SandboxOptions) {
  const {
    origin,
    journalFile,
    isProduction = false,
    now = () => new Date(),
    ...providers
  } = options;
  if (isProduction) throw new Error('The sandboxes must not run in production');
  const journal = openJournal(journalFile);
  const inbox = openInbox(journal, now);
  const sms = createMsg91Sandbox({ journal, inbox, authKey: providers.msg91.authKey });
  const twilio = createTwilioSandbox({ journal, inbox, ...providers.twilio, now });
  const mailbox = createMailbox({ journal, inbox, ...providers.smtp });
  const google = createGoogleSandbox({ journal, ...providers.google, now });
  const facebook = createFacebookSandbox({ journal, ...providers.facebook, now });
  const { webhookUrl, fetch } = providers;
  const paymentSandboxByName = openPaymentSandboxes(providers, {
    journal,
    origin,
    webhookUrl,
    now,
    fetch,
  });
  const paymentSandboxes = Object.values<PaymentSandbox>(paymentSandboxByName);
  let isOpen = true;

  const app = new Hono()
    .route('/sms', sms.routes)
    .route('/twilio', twilio.routes)
    .route('/places', placesRoutes())
    .route('/google', google.routes)
    .route('/facebook', facebook.routes)
    .route(
      '/',
      controlRoutes({ ...paymentSandboxByName, sms, twilio, email: mailbox, google, facebook }),
    )
    .route('/', assetRoutes())
    .get('/inbox.json', (c) => c.json(inbox.list(c.req.query('to'))))
    .get('/inbox', (c) => c.html(inboxPage(inbox.list(c.req.query('to')))))
    .get('/', (c) => c.html(controlPage(origin, webhookUrl, paymentSandboxes)));
  for (const [name, { routes }] of Object.entries<PaymentSandbox>(paymentSandboxByName))
    app.route(`/${name}`, routes);

  return {
    app,
    /** Resolves when no webhook and no late capture is pending, except held webhooks. */
    async waitUntilIdle() {
      while (isOpen && paymentSandboxes.some((each) => each.isBusy())) await pause(5);
    },
    openMailbox: () => mailbox.listen(),
    /** The next sandbox on the same journal sends the undelivered webhooks. */
    close() {
      isOpen = false;
      mailbox.close();
      paymentSandboxes.forEach((each) => each.close());
      journal.close();
    },
  };
}
