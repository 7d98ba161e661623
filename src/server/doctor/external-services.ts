import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { DAY } from '#domain/limits.ts';
import { PROVIDER_NAMES, type ProviderName } from '../ports/payments/provider.ts';
import { ProviderError } from '../ports/provider-error.ts';
import { type Check, type Finding, ill, look, type Patient, well } from './finding.ts';

const TIMEOUT_MS = 5000;
const RENEW_WITHIN = 14 * DAY;

/** A payment that nobody made is asked for: who knows the keys says that there is none. */
export const paymentProvidersAnswer: Check = async (patient) =>
  (await Promise.all(PROVIDER_NAMES.map((name) => providerAnswers(patient, name)))).flat();

const NOBODYS = { razorpay: 'pay_AAAAAAAAAAAAAA', paypal: '0AA00000AA000000A' };

async function providerAnswers({ payments }: Patient, name: ProviderName): Promise<Finding[]> {
  const provider = payments[name];
  if (!provider)
    return look(
      name,
      `${name} is not set up`,
      'See its settings in the README; without it that way to pay is not offered.',
    );
  try {
    await provider.fetchPayment(NOBODYS[name]);
    return well(name, `${name} answers`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.status === 401 || error.status === 403)
      return ill(
        name,
        `${name} does not take the keys`,
        'Compare the keys with its dashboard: id and secret, test or live.',
      );
    if (error.kind === 'refused') return well(name, `${name} answers, and takes the keys`);
    return ill(
      name,
      `${name} cannot be asked (${error.message})`,
      'Look at its status page, and whether this machine reaches it.',
    );
  }
}

/** Mail servers greet whoever comes. */
export const mailServerGreets: Check = async ({ config: { email } }) => {
  if (!email?.url) return look('mail', 'No mail server is named', 'Set SMTP_URL: tickets and codes go by mail.');
  const { hostname, port, protocol } = new URL(email.url);
  const isSecure = protocol === 'smtps:';
  const greeting = await greetingOf(hostname, Number(port) || (isSecure ? 465 : 587), isSecure);
  if (greeting?.startsWith('220')) return well('mail', `${hostname} greets`);
  return ill('mail', `The mail server ${hostname} does not greet`, 'Look at SMTP_URL: host, port, smtp: or smtps:.');
};

const greetingOf = (host: string, port: number, isSecure: boolean) =>
  new Promise<string | null>((resolve) => {
    const socket = isSecure ? connectTls({ host, port, servername: host }) : connect({ host, port });
    const end = (word: string | null) => {
      socket.destroy();
      resolve(word);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(null));
    socket.once('error', () => end(null));
    socket.once('data', (chunk: Buffer) => end(chunk.toString()));
  });

/** The house as the world sees it: through its proxy, by its name. */
export const houseCanBeReached: Check = async ({ config: { origin }, fetch }) => {
  const remedy = 'Look at ORIGIN, the proxy before the house, and its name in the DNS.';
  try {
    const reply = await fetch(`${origin}/api/ott/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!reply.ok) return ill('origin', `${origin} answers ${reply.status}`, remedy);
    const unsigned = { method: 'POST', body: '{}', signal: AbortSignal.timeout(TIMEOUT_MS) };
    const hook = await fetch(`${origin}/api/ott/payments/webhooks/razorpay`, unsigned);
    if (hook.status !== 401)
      return ill(
        'origin',
        `Webhooks are not let through: ${hook.status} instead of 401`,
        'Let POST /api/ott/payments/webhooks/ through to the house.',
      );
    return well('origin', `${origin} answers, and takes webhooks`);
  } catch (error) {
    return ill('origin', `${origin} does not answer (${(error as Error).message})`, remedy);
  }
};

export const certificateHolds: Check = async ({ config: { origin }, now }) => {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return well('certificate', `${origin} needs none`);
  const found = await certificateOf(hostname, Number(port) || 443);
  const remedy = 'Renew it where TLS ends: the proxy before the house.';
  if (typeof found === 'string') return ill('certificate', `${hostname}: ${found}`, remedy);
  const left = found.getTime() - now().getTime();
  const says = `The certificate of ${hostname} holds until ${found.toISOString().slice(0, 10)}`;
  if (left < 0) return ill('certificate', says, remedy);
  return left < RENEW_WITHIN ? look('certificate', says, remedy) : well('certificate', says);
};

/** Until when it holds, or what is wrong with it. */
const certificateOf = (host: string, port: number) =>
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
      // An expired one is told by its day; anything else by the reason.
      const reason = socket.authorizationError as unknown;
      end(reason && String(reason) !== 'CERT_HAS_EXPIRED' ? String(reason) : validTo);
    });
  });
