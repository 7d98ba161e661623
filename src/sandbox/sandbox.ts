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
import { createSmsSandbox } from './sms.ts';
import { createTwilioSandbox } from './twilio.ts';

export interface SandboxOptions {
  /** Where a browser finds the server that mounts this under `/sandbox`. */
  origin: string;
  /** The server's own webhooks. */
  webhookUrl: string;
  /** Beside Razorpay's, unless given. */
  paypalWebhookUrl?: string;
  /** Keeps the state over a restart; without it everything is forgotten. */
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
  /** How webhooks are sent; a test may hand them to an app without a port. */
  fetch?: typeof globalThis.fetch;
}

export type Sandbox = ReturnType<typeof createSandbox>;

/**
 * The outside world for development and tests: local servers that speak Razorpay's, PayPal's, MSG91's and Photon's protocols, an inbox and a
 * control page. Mount `app` under `/sandbox`. `idle()` resolves when no webhook and no late capture is on its way (held
 * ones do not count). `close()` stops everything; what was not delivered is sent by the next sandbox on the same journal.
 * Throws in production.
 */
export function createSandbox({
  origin,
  journalFile,
  isProduction = false,
  now = () => new Date(),
  ...rest
}: SandboxOptions) {
  if (isProduction) throw new Error('The sandboxes must not run in production');
  const { keyId, keySecret, webhookSecret } = rest.razorpay;
  const journal = openJournal(journalFile);
  const inbox = openInbox(journal, now);
  const sms = createSmsSandbox({ journal, inbox, authKey: rest.msg91.authKey });
  const twilio = createTwilioSandbox({ journal, inbox, ...rest.twilio, now });
  const mailbox = createMailbox({ journal, inbox, ...rest.smtp });
  const google = createGoogleSandbox({ journal, ...rest.google, now });
  const facebook = createFacebookSandbox({ journal, ...rest.facebook, now });
  const { webhookUrl, fetch } = rest;
  const razorpay = createRazorpaySandbox({ journal, keyId, keySecret, webhookSecret, webhookUrl, now, fetch });
  const paypalWebhookUrl = rest.paypalWebhookUrl ?? webhookUrl.replace(/\/razorpay$/, '/paypal');
  const paypal = createPaypalSandbox({ journal, origin, ...rest.paypal, webhookUrl: paypalWebhookUrl, now, fetch });
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
    async idle() {
      while (isOpen && (razorpay.isBusy() || paypal.isBusy())) await pause(5);
    },
    openMailbox: () => mailbox.listen(),
    close() {
      isOpen = false;
      mailbox.close();
      razorpay.close();
      paypal.close();
      journal.close();
    },
  };
}
