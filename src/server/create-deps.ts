import { commonMessages } from '#messages/common.ts';
import type { Place } from './backup/place.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Deps } from './deps.ts';
import { countryOf } from './ports/geo/country.ts';
import { createPhoton } from './ports/geo/photon.ts';
import { createSms } from './ports/messenger/sms.ts';
import { createSmtp } from './ports/messenger/smtp.ts';
import { createPaypal } from './ports/payments/paypal.ts';
import { createRazorpay } from './ports/payments/razorpay.ts';
import { razorpayProvider } from './ports/payments/razorpay-provider.ts';
import { createFacebook } from './ports/social/facebook.ts';
import { createGoogle } from './ports/social/google.ts';
import { createRateLimits } from './rate-limits.ts';

/** What a house does not make of its settings. */
export interface Surroundings {
  log: Deps['log'];
  now: () => Date;
  /** Where the sandbox's mail server listens, for a house that has no other. */
  mailbox: string;
  /** The place that BACKUP_TO names. */
  backups: Place | null;
  /** Replaces the network towards providers, for houses without ports. */
  fetch: typeof globalThis.fetch;
}

/** Everything that an action is handed: the database, the clock, the jobs, and the ports that the settings name. */
export function makeDeps(
  config: Config,
  database: Database,
  jobs: Deps['jobs'],
  { now = () => new Date(), log, fetch, mailbox, backups = null }: Partial<Surroundings> & Pick<Surroundings, 'log'>,
): Deps {
  const { isProduction, razorpay, paypal, sms, email, google, facebook, places, origin, siteOrigins } = config;
  const network = fetch ? { fetch } : {};
  const mailServer = email?.url ?? mailbox;
  return {
    db: database.db,
    readDb: database.readDb,
    config,
    now,
    log,
    backups,
    jobs,
    limits: createRateLimits(database.query),
    payments: {
      razorpay: razorpay && razorpayProvider(createRazorpay({ ...razorpay, isProduction, ...network }), now),
      paypal:
        paypal &&
        createPaypal({ ...paypal, brand: commonMessages.brand, origin: siteOrigins[0], isProduction, now, ...network }),
    },
    sms: sms && createSms(sms, { isProduction, ...network }),
    email: email && mailServer ? createSmtp({ url: mailServer, from: email.from }) : null,
    google: google && createGoogle({ ...google, isProduction, ...network }),
    facebook: facebook && createFacebook({ ...facebook, isProduction, ...network }),
    photon: places && createPhoton({ ...places, origin, isProduction, ...network }),
    country: countryOf,
  };
}
