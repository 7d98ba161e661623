import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PROVIDER_TIMEOUT_MS } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';

const LIVE_HOSTS = ['api.paypal.com', 'api-m.paypal.com'];
const TEST_HOSTS = ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'];
const MAX_CACHED_CERTIFICATES = 10;

interface WebhookOptions {
  baseUrl: string;
  webhookIds: string[];
  now: () => Date;
  fetch?: typeof globalThis.fetch;
}

/** The message that PayPal signs; it contains the CRC-32 of the body as an unsigned decimal. */
export const signedMessage = ({
  id,
  time,
  webhookId,
  rawBody,
}: {
  id: string;
  time: string;
  webhookId: string;
  rawBody: string;
}) => `${id}|${time}|${webhookId}|${crc32(rawBody)}`;

/**
 * Verifies SHA256withRSA signatures with the certificate named in the headers. The certificate is
 * fetched once, only from hosts of the PayPal environment in `baseUrl`. Throws `unreachable` when
 * the fetch fails. Source: https://developer.paypal.com/api/rest/webhooks/rest/
 */
export function createPaypalVerifier({
  baseUrl,
  webhookIds,
  now,
  fetch = globalThis.fetch,
}: WebhookOptions) {
  const certificates = new Map<string, X509Certificate>();
  const base = new URL(baseUrl);
  // A signature of PayPal's test system must not count for real money.
  const hosts = [LIVE_HOSTS, TEST_HOSTS].find((each) => each.includes(base.host));

  const mayFetch = (url: URL) =>
    hosts ? url.protocol === 'https:' && hosts.includes(url.host) : url.origin === base.origin;

  async function certificateAt(address: string): Promise<X509Certificate | null> {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (!url || !mayFetch(url)) return null;
    const cached = certificates.get(url.href);
    if (cached) return cached;
    const certificate = await fetchCertificate(url, fetch);
    if (certificates.size >= MAX_CACHED_CERTIFICATES) certificates.clear();
    certificates.set(url.href, certificate);
    return certificate;
  }

  const isValidNow = ({ validFrom, validTo }: X509Certificate) =>
    new Date(validFrom) <= now() && now() <= new Date(validTo);

  return async function isSigned(rawBody: string, headers: Headers): Promise<boolean> {
    const header = (name: string) => headers.get(`PAYPAL-${name}`) ?? '';
    if (header('AUTH-ALGO') !== 'SHA256withRSA' || !header('TRANSMISSION-SIG')) return false;
    const certificate = await certificateAt(header('CERT-URL'));
    if (!certificate || !isValidNow(certificate)) return false;
    const signature = Buffer.from(header('TRANSMISSION-SIG'), 'base64');
    return webhookIds.some((webhookId) => {
      const message = signedMessage({
        id: header('TRANSMISSION-ID'),
        time: header('TRANSMISSION-TIME'),
        webhookId,
        rawBody,
      });
      return verify('RSA-SHA256', Buffer.from(message), certificate.publicKey, signature);
    });
  };
}

async function fetchCertificate(
  url: URL,
  fetch: typeof globalThis.fetch,
): Promise<X509Certificate> {
  try {
    // A redirect could leave the trusted hosts.
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return new X509Certificate(await response.text());
  } catch (cause) {
    throw new ProviderError('paypal', 'unreachable', { description: 'webhook certificate', cause });
  }
}
