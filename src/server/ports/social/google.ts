import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { DAY } from '#domain/limits.ts';
import { isSame } from '../../tokens.ts';
import { refuseSandbox } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';
import { createKeySet } from './key-set.ts';
import { nameOf, type SocialPerson } from './person.ts';

/** Two clocks may differ by so much. */
const SKEW_SECONDS = 300;
const LIFETIME_SECONDS = DAY / 1000;

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

export interface GoogleOptions {
  clientId: string;
  /** `https://www.googleapis.com/oauth2/v3/certs` */
  jwksUrl: string;
  issuers: string[];
  isProduction?: boolean;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

export type Google = ReturnType<typeof createGoogle>;

/** Google Identity Services' ID tokens. Source: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token */
export function createGoogle({ clientId, jwksUrl, issuers, isProduction = false, timeoutMs, fetch }: GoogleOptions) {
  refuseSandbox('google', jwksUrl, isProduction);
  const keysAt = createKeySet({ provider: 'google', url: jwksUrl, timeoutMs, fetch });

  return {
    /**
     * The person of an ID token that was made for us, for this browser's `nonce`, and that is good at `now`. Throws ProviderError:
     * `refused` with the reason as its code, `unreachable` or `garbled` when the keys did not come.
     */
    async verify(token: string, { nonce, now }: { nonce: string; now: Date }): Promise<SocialPerson> {
      const { payload } = await jwtVerify(token, keysAt(now), {
        algorithms: ['RS256'],
        issuer: issuers,
        audience: clientId,
        currentDate: now,
        clockTolerance: SKEW_SECONDS,
        requiredClaims: ['iat', 'exp', 'sub'],
      }).catch(rethrow);
      const read = Claims.safeParse(payload);
      if (!read.success) throw refused('claims');
      const claims = read.data;
      if (claims.aud !== clientId) throw refused('audience');
      if (claims.iat > now.getTime() / 1000 + SKEW_SECONDS) throw refused('not_yet');
      if (claims.exp - claims.iat > LIFETIME_SECONDS) throw refused('lifetime');
      if (!isSame(claims.nonce, nonce)) throw refused('nonce');
      return personOf(claims);
    },
  };
}

const refused = (code: string) => new ProviderError('google', 'refused', { code });

/** What jose throws carries the claims, which belong into no log: only its code goes on. */
function rethrow(error: unknown): never {
  if (error instanceof errors.JOSEError) throw refused(error.code);
  throw error;
}

function personOf({ sub, email, email_verified, hd, given_name, family_name, exp }: Claims): SocialPerson {
  const isEmailVerified = Boolean(email) && email_verified;
  return {
    subject: sub,
    email: email ?? null,
    isEmailVerified,
    ownsEmail: isEmailVerified && (Boolean(hd) || /@gmail\.com$/i.test(email!)),
    firstName: nameOf(given_name),
    lastName: nameOf(family_name),
    expiresAt: new Date((exp + SKEW_SECONDS) * 1000),
  };
}
