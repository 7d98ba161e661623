import type { PoolSettings } from '../db/postgres.ts';
import type { BackupSettings } from './backup.ts';
import type { Environment } from './environment.ts';
import type { MapTiles, PlacesSettings } from './geo.ts';
import type { MediaCdn } from './media-cdn.ts';
import type { EmailSettings, SmsSettings } from './messenger.ts';
import type { PaypalSettings, RazorpaySettings } from './payments.ts';
import type { CdnPurge, SiteBucket } from './publisher.ts';
import type { RotatingSecrets } from './secrets.ts';
import type { FacebookSettings, GoogleSettings } from './social.ts';
import type { Supplier } from './supplier.ts';

export const isHttps = ({ origin }: Pick<Config, 'origin'>): boolean => origin.startsWith('https:');

export interface Config {
  isProduction: boolean;
  port: number;
  /** Descriptor of an open socket that systemd passed; it replaces `port`. */
  passedSocket: number | null;
  host: string;
  /** Public address of this server: `http://localhost:4321`. */
  origin: string;
  /** Origins that serve the site's pages, `[origin]` by default. Links in mails use the first origin. */
  siteOrigins: [string, ...string[]];
  role: Environment['ROLE'];
  databaseUrl: string;
  pool: PoolSettings;
  drainSeconds: number;
  dataDir: string;
  mediaDir: string;
  mediaCdn: MediaCdn | null;
  siteDir: string;
  siteBucket: SiteBucket | null;
  cdnPurge: CdnPurge | null;
  backup: BackupSettings | null;
  logLevel: string;
  trustProxy: boolean;
  metricsToken: string | null;
  secrets: RotatingSecrets;
  razorpay: RazorpaySettings | null;
  paypal: PaypalSettings | null;
  /** The seller on invoices; null: no invoices. */
  supplier: Supplier | null;
  /** The cinema's share of a sale after the gateway fee, fixed when the ticket is paid. */
  platformSharePercent: number;
  /** Estimate of a provider's fee with tax, until the provider reports the real fee. */
  gatewayFeePercent: number;
  reconcileSeconds: number;
  smsProvider: Environment['SMS_PROVIDER'];
  sms: SmsSettings | null;
  email: EmailSettings | null;
  otp: {
    smsDialCodes: string[];
    /** Codes a day by SMS, and the same count by e-mail. */
    dailyCap: number;
  };
  google: GoogleSettings | null;
  facebook: FacebookSettings | null;
  places: PlacesSettings | null;
  mapTiles: MapTiles | null;
}
