import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import type { GooglePerson } from './people.ts';

/** Faults of an ID token. `replay` sends the last token again. */
export const GOOGLE_FAULTS = [
  'expired',
  'not_yet',
  'too_long',
  'wrong_audience',
  'wrong_issuer',
  'wrong_nonce',
  'wrong_key',
  'unknown_key',
  'hs256',
  'unsigned',
  'replay',
] as const;
export type GoogleFault = (typeof GOOGLE_FAULTS)[number];

const LIFETIME_SECONDS = 3600;
const DAY_SECONDS = 86_400;

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  jwk: JWK;
}

export async function createSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = await exportJWK(publicKey);
  const kid = createHash('sha256').update(jwk.n!).digest('hex').slice(0, 40);
  return { kid, privateKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } };
}

interface TokenOptions {
  clientId: string;
  nonce: string | undefined;
  person: GooglePerson;
  seconds: number;
  fault: GoogleFault | undefined;
}

export async function createIdToken(
  key: SigningKey,
  { clientId, nonce, person, seconds, fault }: TokenOptions,
): Promise<string> {
  const offsetSeconds = fault === 'expired' ? -2 * LIFETIME_SECONDS : fault === 'not_yet' ? LIFETIME_SECONDS : 0;
  const iat = seconds + offsetSeconds;
  const audience = fault === 'wrong_audience' ? 'another.apps.googleusercontent.com' : clientId;
  const claims = {
    iss: fault === 'wrong_issuer' ? 'https://accounts.example.com' : 'https://accounts.google.com',
    azp: audience,
    aud: audience,
    ...person,
    ...(nonce === undefined ? {} : { nonce: fault === 'wrong_nonce' ? 'another' : nonce }),
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
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(signer.privateKey);
}
