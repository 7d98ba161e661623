import type { Logger } from 'pino';
import type { Place } from './backup/place.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/database.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Photon } from './ports/geo/photon.ts';
import type { PaymentProvider } from './ports/payments/provider.ts';
import type { Mailer, Messenger } from './ports/messenger/messenger.ts';
import type { Facebook } from './ports/social/facebook.ts';
import type { Google } from './ports/social/google.ts';

/** What an action may reach. Passed in, never imported: a test gives its own clock, a second process its own pool. */
export interface Deps {
  db: Db;
  /** For public reads: a replica where there is one, perhaps a moment behind. */
  readDb: Db;
  config: Config;
  now: () => Date;
  log: Logger;
  limits: RateLimits;
  /** Who takes money; null without keys. */
  payments: { razorpay: PaymentProvider | null; paypal: PaymentProvider | null };
  sms: Messenger | null;
  email: Mailer | null;
  google: Google | null;
  facebook: Facebook | null;
  /** Places by name and by point. */
  photon: Photon | null;
  /** The country of an address (ISO 3166-1 alpha-2); null when it is not known. A hint, never a proof. */
  country: (ip: string) => string | null;
  /** Where backups are kept; null where nobody named a place. */
  backups: Place | null;
  /** Wakes the worker for something due; false-safe: what is due is also found by its schedule. */
  jobs: { wake: (name: 'reconcile') => void };
}

export interface Viewer {
  userId: number;
  roles: string[];
  /** The sign-in that the user token belongs to; a token without one (no such token is given out) only runs out. */
  sessionId?: string | undefined;
  /** Of a temporary token: the password that it may replace, as a fingerprint. */
  passwordStamp?: string | undefined;
}
