import type { Logger } from 'pino';
import type { BackupStorage } from './backup/backup-storage.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/database.ts';
import type { PersonalData } from './personal-data.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Photon } from './ports/geo/photon.ts';
import type { PaymentProviders } from './ports/payments/provider.ts';
import type { Mailer, Messenger } from './ports/messenger/messenger.ts';
import type { Facebook } from './ports/social/facebook.ts';
import type { Google } from './ports/social/google.ts';
import type { Bills } from './streaming/payments/bills.ts';

/**
 * The dependencies of an action. Passed in and never imported, so that a test can replace the clock
 * or the database.
 */
export interface Deps {
  db: Db;
  /** For public reads: a replica if there is one, possibly a moment behind. */
  readDb: Db;
  config: Config;
  now: () => Date;
  log: Logger;
  limits: RateLimits;
  payments: PaymentProviders;
  sms: Messenger | null;
  email: Mailer | null;
  google: Google | null;
  facebook: Facebook | null;
  photon: Photon | null;
  /** The country of an address (ISO 3166-1 alpha-2); null if unknown. A hint, never a proof. */
  country: (ip: string) => string | null;
  bills: Bills;
  personalData: PersonalData;
  /** Null without BACKUP_TO. */
  backups: BackupStorage | null;
  /** Starts due work at once. A failed call is harmless: the schedule finds the work later. */
  jobs: { enqueue: (name: 'reconcile') => void };
}

export interface Viewer {
  userId: number;
  roles: string[];
  /**
   * Missing in a temporary token. A user token without a session would be valid until it expires;
   * the server issues none.
   */
  sessionId?: string | undefined;
  /** Only in a temporary token: the fingerprint of the password that it may replace. */
  passwordStamp?: string | undefined;
}
