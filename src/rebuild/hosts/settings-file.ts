import { randomBytes } from 'node:crypto';
import { PAYMENT_PROVIDER_SETUPS } from '#domain/payment-providers.ts';
import { type InstalledFile, SETTINGS_FILE } from './systemd.ts';

interface SettingsOptions {
  /** Links use the first. */
  hostNames: string[];
  databaseUrl: string;
  backupTo: string;
}

interface Section {
  title: string;
  names: string[];
}

/** Set by the units or the image; the settings file would override them for every process. */
export const UNIT_SETTINGS = ['NODE_ENV', 'ROLE', 'HOST', 'PORT', 'DATA_DIR'];
/** For development only. */
export const DEVELOPMENT_SETTINGS = ['ALLOW_PUBLIC_SANDBOX'];

const buckets = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_ENDPOINT_URL'];

/** Every other setting, in the order in which a new cinema needs them. */
const SECTIONS: Section[] = [
  ...Object.values(PAYMENT_PROVIDER_SETUPS).map(({ title, settings }) => ({
    title: `Payments by ${title}`,
    names: settings,
  })),
  {
    title: 'SMS: MSG91 (docs/sms-india.md), or SMS_PROVIDER=twilio',
    names: [
      'MSG91_AUTH_KEY',
      'MSG91_TEMPLATE_ID',
      'MSG91_NOTICE_TEMPLATE_ID',
      'SMS_PROVIDER',
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_FROM',
      'SMS_COUNTRIES',
      'OTP_DAILY_CAP',
    ],
  },
  {
    title: 'Mail: docs/mail.md',
    names: ['SMTP_URL', 'MAIL_FROM', 'MAIL_DAILY_CAP', 'PUBLIC_SUPPORT_EMAIL'],
  },
  {
    title: 'Invoices and shares: docs/gst.md',
    names: [
      'SUPPLIER_GSTIN',
      'SUPPLIER_NAME',
      'SUPPLIER_ADDRESS',
      'SUPPLIER_LUT',
      'PLATFORM_SHARE_PERCENT',
      'GATEWAY_FEE_PERCENT',
    ],
  },
  {
    title: 'Sign-in by Google and Facebook',
    names: ['GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  },
  {
    title: 'Search for places, and the map',
    names: ['PLACES_URL', 'MAP_TILE_URL', 'MAP_ATTRIBUTION'],
  },
  { title: 'Backups: docs/backup.md', names: ['BACKUP_AT', 'BACKUP_KEEP'] },
  { title: 'Buckets (s3://…) of BACKUP_TO and SITE_BUCKET', names: buckets },
  {
    title: 'CDN: docs/cdn.md',
    names: [
      'MEDIA_CDN',
      'MEDIA_CDN_URL',
      'MEDIA_CDN_KEY',
      'MEDIA_CDN_KEY_ID',
      'SITE_BUCKET',
      'CDN_PURGE_URL',
      'CDN_PURGE_TOKEN',
    ],
  },
  { title: 'Monitoring: docs/monitoring.md', names: ['METRICS_TOKEN', 'LOG_LEVEL'] },
  {
    title: 'Links in the footer',
    names: [
      'PUBLIC_MOBILE_APP_URL',
      'PUBLIC_TV_APP_URL',
      'PUBLIC_STREAMING_STICK_URL',
      'PUBLIC_FACEBOOK_PAGE_URL',
      'PUBLIC_INSTAGRAM_PAGE_URL',
      'PUBLIC_YOUTUBE_PAGE_URL',
      'PUBLIC_SOURCE_URL',
    ],
  },
  {
    title: 'Site and services on other addresses or folders: docs/publishing.md',
    names: [
      'SITE_ORIGINS',
      'PUBLIC_AUTH_URL',
      'PUBLIC_OTT_URL',
      'PUBLIC_IMAGE_BASE',
      'PICTURE_ORIGINS',
      'SITE_DIR',
      'MEDIA_DIR',
      'PUBLIC_SERVICE_WORKER',
    ],
  },
  {
    title: 'Several processes and a replica: docs/scaling.md',
    names: [
      'DATABASE_READ_URL',
      'DATABASE_POOL',
      'DATABASE_STATEMENT_SECONDS',
      'DRAIN_SECONDS',
      'RECONCILE_SECONDS',
    ],
  },
  {
    title: 'While a secret is changed: docs/secrets.md',
    names: [
      'TOKEN_SECRET_PREVIOUS',
      'OTP_PEPPER_PREVIOUS',
      'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
      'PAYPAL_WEBHOOK_ID_PREVIOUS',
    ],
  },
  {
    title: 'Other addresses of the providers; rarely needed',
    names: [
      'RAZORPAY_URL',
      'RAZORPAY_CHECKOUT_URL',
      'PAYPAL_URL',
      'PAYPAL_SCRIPT_URL',
      'MSG91_URL',
      'TWILIO_URL',
      'GOOGLE_JWKS_URL',
      'GOOGLE_ISSUERS',
      'GOOGLE_SCRIPT_URL',
      'FACEBOOK_GRAPH_URL',
      'FACEBOOK_SCRIPT_URL',
    ],
  },
];

export const newSecret = () => randomBytes(32).toString('base64url');

const sectionText = ({ title, names }: Section) =>
  [`# ${title}`, ...names.map((name) => `#${name}=`), ''].join('\n');

export const newSettings = ({
  hostNames,
  databaseUrl,
  backupTo,
}: SettingsOptions): InstalledFile => ({
  path: SETTINGS_FILE,
  mode: 0o640,
  keepsExisting: true,
  text: `# Settings of the cinema. docs/settings.md explains each of them. Restart all processes after a change:
# docs/production.md or docs/containers.md.
ORIGIN=https://${hostNames[0]}
DATABASE_URL=${databaseUrl}
TRUST_PROXY=true
BACKUP_TO=${backupTo}

# Generated for this cinema. Store a copy separately from the backups: docs/secrets.md.
TOKEN_SECRET=${newSecret()}
OTP_PEPPER=${newSecret()}

# A provider without keys is disabled; the log names it.

${SECTIONS.map(sectionText).join('\n')}`,
});
