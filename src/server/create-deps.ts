import { commonMessages } from '#messages/common.ts';
import type { BackupStorage } from './backup/backup-storage.ts';
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

/** Dependencies that do not come from the settings. */
export interface InjectedDeps {
  log: Deps['log'];
  now: () => Date;
  /** URL of the sandbox's mail server; used without SMTP_URL. */
  sandboxMailUrl: string;
  backups: BackupStorage | null;
  fetch: typeof globalThis.fetch;
}

export function createDeps(
  config: Config,
  database: Database,
  jobs: Deps['jobs'],
  {
    now = () => new Date(),
    log,
    fetch,
    sandboxMailUrl,
    backups = null,
  }: Partial<InjectedDeps> & Pick<InjectedDeps, 'log'>,
): Deps {
  const { isProduction, razorpay, paypal, sms, email, google, facebook, places, origin, siteOrigins } = config;
  const fetchOption = fetch ? { fetch } : {};
  const mailServer = email?.url ?? sandboxMailUrl;
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
      razorpay: razorpay && razorpayProvider(createRazorpay({ ...razorpay, isProduction, ...fetchOption }), now),
      paypal:
        paypal &&
        createPaypal({
          ...paypal,
          brand: commonMessages.brand,
          origin: siteOrigins[0],
          isProduction,
          now,
          ...fetchOption,
        }),
    },
    sms: sms && createSms(sms, { isProduction, ...fetchOption }),
    email: email && mailServer ? createSmtp({ url: mailServer, from: email.from }) : null,
    google: google && createGoogle({ ...google, isProduction, ...fetchOption }),
    facebook: facebook && createFacebook({ ...facebook, isProduction, ...fetchOption }),
    photon: places && createPhoton({ ...places, origin, isProduction, ...fetchOption }),
    country: countryOf,
  };
}
