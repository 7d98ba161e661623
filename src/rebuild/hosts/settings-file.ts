import { randomBytes } from 'node:crypto';
import { PAYMENT_PROVIDER_SETUPS } from '#domain/payment-providers.ts';
import { type InstalledFile, SETTINGS_FILE } from './systemd.ts';

interface SettingsOptions {
  /** Links use the first. */
  hostNames: string[];
  databaseUrl: string;
  backupTo: string;
}

const PAYMENT_SETTINGS = Object.values(PAYMENT_PROVIDER_SETUPS).flatMap(({ settings }) => settings);

const newSecret = () => randomBytes(32).toString('base64url');

export const newSettings = ({ hostNames, databaseUrl, backupTo }: SettingsOptions): InstalledFile => ({
  path: SETTINGS_FILE,
  mode: 0o640,
  keepsExisting: true,
  text: `# Settings of the cinema. docs/settings.md lists all of them.
ORIGIN=https://${hostNames[0]}
DATABASE_URL=${databaseUrl}
TRUST_PROXY=true
BACKUP_TO=${backupTo}

# Generated for this cinema. Store a copy separately from the backups: docs/secrets.md.
TOKEN_SECRET=${newSecret()}
OTP_PEPPER=${newSecret()}

# A provider without keys is disabled; the log names it.
${PAYMENT_SETTINGS.map((name) => `#${name}=`).join('\n')}
#MSG91_AUTH_KEY=
#MSG91_TEMPLATE_ID=
#SMTP_URL=
#MAIL_FROM=
#SUPPLIER_GSTIN=
#SUPPLIER_NAME=
#SUPPLIER_ADDRESS=
#GOOGLE_CLIENT_ID=
#FACEBOOK_APP_ID=
#FACEBOOK_APP_SECRET=
#PLACES_URL=
#METRICS_TOKEN=
`,
});
