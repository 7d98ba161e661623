import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { DEFAULT_PROVIDER, PROVIDER_NAMES, type ProviderName } from '#contract/payments.ts';
import { DAY } from '#domain/limits/durations.ts';
import { PAYMENT_PROVIDERS } from '../ports/payments/providers.ts';
import { ProviderError } from '../ports/provider-error.ts';
import {
  type Check,
  type Outcome,
  problem,
  warning,
  type CheckContext,
  healthy,
} from './finding.ts';

const TIMEOUT_MS = 5000;
const RENEW_WITHIN = 14 * DAY;

/**
 * Requests a payment that does not exist: with valid keys the provider replies that it is unknown.
 */
export const checkPaymentProviders: Check = async (context) => {
  const checkProvider = async (subject: ProviderName) =>
    (await checkPaymentProvider(context, subject)).map((outcome) => ({ ...outcome, subject }));
  return (await Promise.all(PROVIDER_NAMES.map(checkProvider))).flat();
};

async function checkPaymentProvider(
  { payments }: CheckContext,
  name: ProviderName,
): Promise<Outcome[]> {
  const provider = payments[name];
  if (!provider)
    return warning(
      `${name} is not set up`,
      'Viewers cannot pay with it. Its settings are in docs/settings.md.',
    );
  try {
    await provider.fetchPayment(PAYMENT_PROVIDERS[name].unknownPaymentId);
    return healthy(`${name} answers`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.status === 401 || error.status === 403)
      return problem(
        `${name} rejects the keys`,
        'Compare the keys with its dashboard: id and secret, test or live.',
      );
    if (error.kind === 'refused') return healthy(`${name} answers and accepts the keys`);
    return problem(
      `${name} cannot be reached (${error.message})`,
      'Check its status page, and whether this machine can reach it.',
    );
  }
}

export const checkMailServer: Check = async ({ config: { email } }) => {
  if (!email?.url)
    return warning('No mail server is set up', 'Set SMTP_URL: tickets and codes are sent by mail.');
  const { hostname, port, protocol } = new URL(email.url);
  const isSecure = protocol === 'smtps:';
  const greeting = await readGreeting(hostname, Number(port) || (isSecure ? 465 : 587), isSecure);
  if (greeting?.startsWith('220')) return healthy(`${hostname} answers`);
  return problem(
    `The mail server ${hostname} does not answer`,
    'Check SMTP_URL: host, port, smtp: or smtps:.',
  );
};

const readGreeting = (host: string, port: number, isSecure: boolean) =>
  new Promise<string | null>((resolve) => {
    const socket = isSecure
      ? connectTls({ host, port, servername: host })
      : connect({ host, port });
    const end = (greeting: string | null) => {
      socket.destroy();
      resolve(greeting);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(null));
    socket.once('error', () => end(null));
    socket.once('data', (chunk: Buffer) => end(chunk.toString()));
  });

/** Requests the server by its public name, through the proxy. */
export const checkOrigin: Check = async ({ config: { origin }, fetch }) => {
  const remedy = 'Check ORIGIN, the proxy in front of the server, and the DNS.';
  try {
    const response = await fetch(`${origin}/api/ott/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return problem(`${origin} answers with status ${response.status}`, remedy);
    const unsignedRequest = { method: 'POST', body: '{}', signal: AbortSignal.timeout(TIMEOUT_MS) };
    const webhookResponse = await fetch(
      `${origin}/api/ott/payments/webhooks/${DEFAULT_PROVIDER}`,
      unsignedRequest,
    );
    if (webhookResponse.status !== 401)
      return problem(
        `Webhooks do not reach the server: ${webhookResponse.status} instead of 401`,
        'Configure the proxy to pass POST /api/ott/payments/webhooks/ to the server.',
      );
    return healthy(`${origin} answers and accepts webhooks`);
  } catch (error) {
    return problem(`${origin} does not answer (${(error as Error).message})`, remedy);
  }
};

export const checkCertificate: Check = async ({ config: { origin }, now }) => {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return healthy(`${origin} needs no certificate`);
  const found = await readCertificateExpiry(hostname, Number(port) || 443);
  const remedy = 'Renew it where TLS ends: in the proxy in front of the server.';
  if (typeof found === 'string') return problem(`${hostname}: ${found}`, remedy);
  const remainingMs = found.getTime() - now().getTime();
  const summary = `The certificate of ${hostname} is valid until ${found.toISOString().slice(0, 10)}`;
  if (remainingMs < 0) return problem(summary, remedy);
  return remainingMs < RENEW_WITHIN ? warning(summary, remedy) : healthy(summary);
};

/** Returns the expiry date, or the reason why the certificate is not valid. */
const readCertificateExpiry = (host: string, port: number) =>
  new Promise<Date | string>((resolve) => {
    const socket = connectTls({ host, port, servername: host, rejectUnauthorized: false });
    const end = (found: Date | string) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(TIMEOUT_MS, () => end('does not answer'));
    socket.once('error', (error) => end(error.message));
    socket.once('secureConnect', () => {
      const validTo = new Date(socket.getPeerCertificate().valid_to);
      // For an expired certificate, the date is the clearest message.
      const reason = socket.authorizationError as unknown;
      end(reason && String(reason) !== 'CERT_HAS_EXPIRED' ? String(reason) : validTo);
    });
  });
