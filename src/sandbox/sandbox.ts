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
import { createPaypalSandbox } from './paypal/paypal.ts';
import { createRazorpaySandbox } from './razorpay/razorpay.ts';
import { createMsg91Sandbox } from './msg91.ts';
import { createTwilioSandbox } from './twilio.ts';

export interface SandboxOptions {
  /** The public origin of the server that mounts this app under `/sandbox`. */
  origin: string;
  /** The server's Razorpay webhook. */
  webhookUrl: string;
  /** Default: `webhookUrl` with `/paypal` instead of `/razorpay`. */
  paypalWebhookUrl?: string;
  /** Stores the state over restarts; without it, the state is in memory only. */
  journalFile?: string;
  isProduction?: boolean;
  now?: () => Date;
  razorpay: { keyId: string; keySecret: string; webhookSecret: string };
  paypal: { clientId: string; clientSecret: string; webhookId: string };
  msg91: { authKey: string };
  twilio: { accountSid: string; authToken: string };
  smtp: { user: string; password: string };
  google: { clientId: string };
  facebook: { appId: string; appSecret: string };
  /** Sends webhooks. A test may pass them to an app without a port. */
  fetch?: typeof globalThis.fetch;
}

export type Sandbox = ReturnType<typeof createSandbox>;

/**
 * Creates local versions of all external providers for development and tests, with an inbox and a control page. Mount `app` under
 * `/sandbox`. Throws in production.
 */
export function createSandbox({
  origin,
  journalFile,
  isProduction = false,
  now = () => new Date(),
  ...providers
}: SandboxOptions) {
  if (isProduction) throw new Error('The sandboxes must not run in production');
  const { keyId, keySecret, webhookSecret } = providers.razorpay;
  const journal = openJournal(journalFile);
  const inbox = openInbox(journal, now);
  const sms = createMsg91Sandbox({ journal, inbox, authKey: providers.msg91.authKey });
  const twilio = createTwilioSandbox({ journal, inbox, ...providers.twilio, now });
  const mailbox = createMailbox({ journal, inbox, ...providers.smtp });
  const google = createGoogleSandbox({ journal, ...providers.google, now });
  const facebook = createFacebookSandbox({ journal, ...providers.facebook, now });
  const { webhookUrl, fetch } = providers;
  const razorpay = createRazorpaySandbox({ journal, keyId, keySecret, webhookSecret, webhookUrl, now, fetch });
  const paypalWebhookUrl = providers.paypalWebhookUrl ?? webhookUrl.replace(/\/razorpay$/, '/paypal');
  const paypal = createPaypalSandbox({
    journal,
    origin,
    ...providers.paypal,
    webhookUrl: paypalWebhookUrl,
    now,
    fetch,
  });
  let isOpen = true;

  const app = new Hono()
    .route('/razorpay', razorpay.routes)
    .route('/paypal', paypal.routes)
    .route('/sms', sms.routes)
    .route('/twilio', twilio.routes)
    .route('/places', placesRoutes())
    .route('/google', google.routes)
    .route('/facebook', facebook.routes)
    .route(
      '/',
      controlRoutes({
        razorpay: razorpay.control,
        paypal: paypal.control,
        sms: sms.control,
        twilio: twilio.control,
        email: mailbox.control,
        google: google.control,
        facebook: facebook.control,
      }),
    )
    .route('/', assetRoutes())
    .get('/inbox.json', (c) => c.json(inbox.list(c.req.query('to'))))
    .get('/inbox', (c) => c.html(inboxPage(inbox.list(c.req.query('to')))))
    .get('/', (c) => c.html(controlPage({ origin, webhookUrl, razorpay: razorpay.list(), paypal: paypal.list() })));

  return {
    app,
    /** Resolves when no webhook and no late capture is pending, except held webhooks. */
    async waitUntilIdle() {
      while (isOpen && (razorpay.isBusy() || paypal.isBusy())) await pause(5);
    },
    openMailbox: () => mailbox.listen(),
    /** The next sandbox on the same journal sends the undelivered webhooks. */
    close() {
      isOpen = false;
      mailbox.close();
      razorpay.close();
      paypal.close();
      journal.close();
    },
  };
}
