import type { BackupStorage } from './backup/backup-storage.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Deps } from './deps.ts';
import { countryOf } from './ports/geo/country.ts';
import { createPhoton } from './ports/geo/photon.ts';
import { createMsg91 } from './ports/messenger/msg91.ts';
import { createSmtp } from './ports/messenger/smtp.ts';
import { createTwilio } from './ports/messenger/twilio.ts';
import { connectProviders } from './ports/payments/providers.ts';
import { createFacebook } from './ports/social/facebook.ts';
import { createGoogle } from './ports/social/google.ts';
import { createRateLimits } from './rate-limits.ts';
import { createOrderBills } from './streaming/booking/order-bill.ts';
import { createBills } from './streaming/payments/bills.ts';
import { personalData } from './streaming/personal-data.ts';
import { feeBills } from './streaming/submission/fees/fee-bill.ts';

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
  const { isProduction, sms, email, google, facebook, places, origin } = config;
  const options = { isProduction, fetch };
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
    payments: connectProviders(config, { ...options, now }),
    sms:
      sms &&
      (sms.provider === 'twilio'
        ? createTwilio({ ...sms, ...options })
        : createMsg91({ ...sms, ...options })),
    email:
      email && mailServer
        ? createSmtp({ url: mailServer, from: email.from, host: new URL(origin).hostname })
        : null,
    google: google && createGoogle({ ...google, ...options }),
    facebook: facebook && createFacebook({ ...facebook, ...options }),
    photon: places && createPhoton({ ...places, ...options, origin }),
    country: countryOf,
    bills: createBills([createOrderBills(config), feeBills]),
    personalData,
  };
}
