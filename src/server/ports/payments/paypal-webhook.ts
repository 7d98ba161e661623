import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PROVIDER_TIMEOUT_MS } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';

const LIVE_HOSTS = ['api.paypal.com', 'api-m.paypal.com'];
const TEST_HOSTS = ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'];
const CERTIFICATES_KEPT = 10;

interface WebhookOptions {
  baseUrl: string;
  webhookIds: string[];
  now: () => Date;
  fetch?: typeof globalThis.fetch;
}

/** What PayPal signs: the body goes in by its checksum, as an unsigned decimal. */
export const signedText = (id: string, time: string, webhookId: string, rawBody: string) =>
  `${id}|${time}|${webhookId}|${crc32(rawBody)}`;

/**
 * Whether PayPal signed a webhook: SHA256withRSA under the certificate that the headers name. The certificate is fetched
 * from the hosts of that PayPal alone which takes the payments (or from the sandbox, where that does), once. Throws `unreachable` when it
 * does not come. Source: https://developer.paypal.com/api/rest/webhooks/rest/
 */
export function createPaypalVerifier({ baseUrl, webhookIds, now, fetch = globalThis.fetch }: WebhookOptions) {
  const certificates = new Map<string, X509Certificate>();
  const base = new URL(baseUrl);
  // What PayPal's test system signs is no word about real money.
  const hosts = [LIVE_HOSTS, TEST_HOSTS].find((each) => each.includes(base.host));

  const mayFetch = (url: URL) =>
    hosts ? url.protocol === 'https:' && hosts.includes(url.host) : url.origin === base.origin;

  async function certificateAt(address: string): Promise<X509Certificate | null> {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (!url || !mayFetch(url)) return null;
    const known = certificates.get(url.href);
    if (known) return known;
    const certificate = await fetchCertificate(url, fetch);
    if (certificates.size >= CERTIFICATES_KEPT) certificates.clear();
    certificates.set(url.href, certificate);
    return certificate;
  }

  const isValidNow = ({ validFrom, validTo }: X509Certificate) =>
    new Date(validFrom) <= now() && now() <= new Date(validTo);

  return async function isSigned(rawBody: string, headers: Headers): Promise<boolean> {
    const of = (name: string) => headers.get(`PAYPAL-${name}`) ?? '';
    if (of('AUTH-ALGO') !== 'SHA256withRSA' || !of('TRANSMISSION-SIG')) return false;
    const certificate = await certificateAt(of('CERT-URL'));
    if (!certificate || !isValidNow(certificate)) return false;
    const signature = Buffer.from(of('TRANSMISSION-SIG'), 'base64');
    return webhookIds.some((webhookId) => {
      const text = signedText(of('TRANSMISSION-ID'), of('TRANSMISSION-TIME'), webhookId, rawBody);
      return verify('RSA-SHA256', Buffer.from(text), certificate.publicKey, signature);
    });
  };
}

async function fetchCertificate(url: URL, fetch: typeof globalThis.fetch): Promise<X509Certificate> {
  try {
    // No redirect: it would lead away from the hosts that are trusted.
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return new X509Certificate(await response.text());
  } catch (cause) {
    throw new ProviderError('paypal', 'unreachable', { description: 'webhook certificate', cause });
  }
}
