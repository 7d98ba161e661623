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

/** Whether browsers reach this server over https. */
export const isHttps = ({ origin }: Pick<Config, 'origin'>): boolean => origin.startsWith('https:');

/** What the house is told when it starts; null where it does without. */
export interface Config {
  isProduction: boolean;
  port: number;
  /** The descriptor of an open socket that systemd passed; `port` is then not opened. Null without one. */
  passedSocket: number | null;
  host: string;
  /** How the browser reaches us: `http://localhost:4321`. */
  origin: string;
  /** Where the site's pages come from: `[origin]`, unless they come from elsewhere. The first one stands in links of mails. */
  siteOrigins: [string, ...string[]];
  role: Environment['ROLE'];
  databaseUrl: string;
  pool: PoolSettings;
  /** How long requests that are being served may go on when the process is told to stop. */
  drainSeconds: number;
  dataDir: string;
  mediaDir: string;
  /** Null where the house serves its films itself. */
  mediaCdn: MediaCdn | null;
  siteDir: string;
  /** Where the site is published besides; null where it is only served from `siteDir`. */
  siteBucket: SiteBucket | null;
  /** Where the delivery network before the site hears of what changed; null where it is told nothing. */
  cdnPurge: CdnPurge | null;
  backup: BackupSettings | null;
  logLevel: string;
  trustProxy: boolean;
  metricsToken: string | null;
  secrets: RotatingSecrets;
  razorpay: RazorpaySettings | null;
  paypal: PaypalSettings | null;
  /** Null where nothing names the seller, and then there are no papers. */
  supplier: Supplier | null;
  /** What the house keeps of a ticket's money after the payment provider, in percent, agreed when it is paid. */
  platformSharePercent: number;
  /** What a provider keeps of a payment, its tax included, in percent; used where the provider has not said it. */
  gatewayFeePercent: number;
  reconcileSeconds: number;
  smsProvider: Environment['SMS_PROVIDER'];
  sms: SmsSettings | null;
  email: EmailSettings | null;
  otp: {
    /** Dial codes that codes are sent to by SMS. */
    smsDialCodes: string[];
    /** Codes a day by SMS, and as many by e-mail. */
    dailyCap: number;
  };
  google: GoogleSettings | null;
  facebook: FacebookSettings | null;
  places: PlacesSettings | null;
  mapTiles: MapTiles | null;
}
