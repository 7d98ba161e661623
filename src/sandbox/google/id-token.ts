import { createHash, generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { GooglePerson } from './people.ts';

export const GOOGLE_FAULT_LABELS = {
  expired: 'The token is two hours old',
  not_yet: 'The token is from the future',
  too_long: 'The token is valid for more than a day',
  wrong_audience: 'The token is for another client',
  wrong_issuer: 'The token has another issuer',
  wrong_nonce: 'The nonce is of another browser',
  wrong_key: 'The signature is by another key',
  unknown_key: 'The key is not published',
  hs256: 'The signature is made with the public key',
  unsigned: 'The token is not signed',
  replay: 'The last token is sent again',
};
export type GoogleFault = keyof typeof GOOGLE_FAULT_LABELS;
export const GOOGLE_FAULTS = Object.keys(GOOGLE_FAULT_LABELS) as GoogleFault[];

const LIFETIME_SECONDS = 3600;
const DAY_SECONDS = 86_400;

type SigningKey = Awaited<ReturnType<typeof createSigningKey>>;

export async function createSigningKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = await exportJWK(publicKey);
  const kid = createHash('sha256').update(jwk.n!).digest('hex').slice(0, 40);
  return { kid, privateKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } };
}

interface TokenOptions {
  clientId: string;
  nonce: string | undefined;
  person: GooglePerson;
  nowSeconds: number;
  fault: GoogleFault | undefined;
}

export async function createIdToken(
  key: SigningKey,
  { clientId, nonce, person, nowSeconds, fault }: TokenOptions,
) {
  const offsetSeconds =
    fault === 'expired' ? -2 * LIFETIME_SECONDS : fault === 'not_yet' ? LIFETIME_SECONDS : 0;
  const iat = nowSeconds + offsetSeconds;
  const audience = fault === 'wrong_audience' ? 'another.apps.googleusercontent.com' : clientId;
  const claims = {
    iss: fault === 'wrong_issuer' ? 'https://accounts.example.com' : 'https://accounts.google.com',
    azp: audience,
    aud: audience,
    ...person,
    nonce: nonce !== undefined && fault === 'wrong_nonce' ? 'another' : nonce,
    iat,
    exp: iat + (fault === 'too_long' ? DAY_SECONDS + 1 : LIFETIME_SECONDS),
    jti: createHash('sha256').update(`${iat}${Math.random()}`).digest('hex').slice(0, 40),
  };
  if (fault === 'unsigned') return new UnsecuredJWT(claims).encode();
  if (fault === 'hs256')
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(new TextEncoder().encode(key.jwk.n));
  const signer = fault === 'wrong_key' || fault === 'unknown_key' ? await createSigningKey() : key;
  const kid = fault === 'unknown_key' ? signer.kid : key.kid;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .sign(signer.privateKey);
}
