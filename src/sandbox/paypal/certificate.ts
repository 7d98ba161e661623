import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

const SHA256_WITH_RSA = '2a864886f70d01010b';
const COMMON_NAME = '550403';
const VALIDITY = ['000101000000Z', '491231235959Z'];

/** Encodes one DER value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number) => der(0x02, Buffer.from([value]));
const algorithm = () => sequence(oid(SHA256_WITH_RSA), der(0x05));
const named = (name: string) =>
  sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(name)))));

let certificate: ReturnType<typeof createCertificate> | undefined;

/** Returns a private key and its self-signed certificate (PEM), created once for each process. */
export const sandboxCertificate = () => (certificate ??= createCertificate());

function createCertificate() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = named('PayPal sandbox');
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm(),
    name,
    sequence(...VALIDITY.map((time) => der(0x17, Buffer.from(time)))),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('RSA-SHA256', content, privateKey));
  const body = sequence(content, algorithm(), signature)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return {
    privateKey,
    pem: ['-----BEGIN CERTIFICATE-----', body, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
