import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { DAY } from '#domain/limits/durations.ts';
import { isEqualConstantTime } from '../../is-equal-constant-time.ts';
import { createProviderClient, type ProviderOptions } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { createKeySet } from './key-set.ts';
import { profileName, type SocialPerson } from './person.ts';

/** Tolerated clock difference. */
const SKEW_SECONDS = 300;
const MAX_LIFETIME_SECONDS = DAY / 1000;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
  nonce: z.string(),
  email: z.string().max(254).optional(),
  email_verified: z.boolean().default(false),
  hd: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});
type Claims = z.infer<typeof Claims>;

interface GoogleOptions extends ProviderOptions {
  clientId: string;
  jwksUrl: string;
  issuers: string[];
}

export type Google = ReturnType<typeof createGoogle>;

/**
 * Verifies ID tokens: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function createGoogle({ clientId, jwksUrl, issuers, ...options }: GoogleOptions) {
  const call = createProviderClient('google', jwksUrl, options);
  const keySetAt = createKeySet('google', jwksUrl, call);

  return {
    /**
     * Throws ProviderError: `refused` with the reason as its code, else `unreachable` or `garbled`.
     */
    async verifyToken(
      token: string,
      { nonce, now }: { nonce: string; now: Date },
    ): Promise<SocialPerson> {
      const { payload } = await jwtVerify(token, keySetAt(now), {
        algorithms: ['RS256'],
        issuer: issuers,
        audience: clientId,
        currentDate: now,
        clockTolerance: SKEW_SECONDS,
        requiredClaims: ['iat', 'exp', 'sub'],
      }).catch(rethrow);
      const parsed = Claims.safeParse(payload);
      if (!parsed.success) throw refusedError('claims');
      const claims = parsed.data;
      if (claims.aud !== clientId) throw refusedError('audience');
      if (claims.iat > now.getTime() / 1000 + SKEW_SECONDS) throw refusedError('not_yet');
      if (claims.exp - claims.iat > MAX_LIFETIME_SECONDS) throw refusedError('lifetime');
      if (!isEqualConstantTime(claims.nonce, nonce)) throw refusedError('nonce');
      return personOf(claims);
    },
  };
}

const refusedError = (code: string) => new ProviderError('google', 'refused', { code });

/** Errors of jose contain the claims, which must not be logged; only the code is kept. */
function rethrow(error: unknown): never {
  if (error instanceof errors.JOSEError) throw refusedError(error.code);
  throw error;
}

function personOf({
  sub,
  email,
  email_verified,
  hd,
  given_name,
  family_name,
  exp,
}: Claims): SocialPerson {
  const isEmailVerified = Boolean(email) && email_verified;
  return {
    subject: sub,
    email: email ?? null,
    isEmailVerified,
    isEmailAuthoritative: isEmailVerified && (Boolean(hd) || /@gmail\.com$/i.test(email!)),
    firstName: profileName(given_name),
    lastName: profileName(family_name),
    tokenExpiresAt: new Date((exp + SKEW_SECONDS) * 1000),
  };
}
