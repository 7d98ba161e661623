import type { BodyOf } from '#contract/endpoint.ts';
import type { socialLogin } from '#contract/session.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { SocialPerson } from '../../ports/social/person.ts';
import { perHour } from '../../rate-limits.ts';
import { sha256Hex } from '../../tokens.ts';
import { startSession } from '../session/sessions.ts';
import { useNetworkLimits } from '../../network-limits.ts';
import { emailIdentity } from '../session/identity.ts';
import { findByIdentity } from '../session/queries.ts';
import { nonceOf } from './nonce.ts';
import type { SocialProvider } from '#domain/roles.ts';
import {
  addSocialUser,
  findSocialUser,
  lockSubject,
  linkSubject,
  markTokenUsed,
} from './queries.ts';

const SOCIAL_LIMIT = perHour('social_address', 60, sessionRefusals.tooManyTries);

export const listProviders = ({ config: { google, facebook } }: Deps) => ({
  google: google && { clientId: google.clientId, scriptUrl: google.scriptUrl },
  facebook: facebook && {
    appId: facebook.appId,
    scriptUrl: facebook.scriptUrl,
    version: facebook.version,
  },
});

interface SocialCall extends BodyOf<typeof socialLogin> {
  ip: string;
  userAgent: string | null;
  nonceSecret: string | null;
  isFromOwnSite: boolean;
}

/**
 * Throws `unauthenticated` with one text for every reason, `unavailable` if the provider is
 * unreachable.
 */
export async function socialSignIn(deps: Deps, call: SocialCall) {
  await useNetworkLimits(deps, SOCIAL_LIMIT, call.ip);
  const provider: SocialProvider = call.loginSource === 'Google' ? 'google' : 'facebook';
  if (!call.isFromOwnSite) throw refusedError(deps, provider, 'foreign_page');
  const person = await verifyPerson(deps, provider, call);
  if (isOtherEmail(call.username, person)) throw refusedError(deps, provider, 'username');
  const user = await findOrCreateAccount(deps, { provider, person, socialCall: call });
  const tokens = await startSession(deps, user, { ip: call.ip, userAgent: call.userAgent });
  return { ...tokens, userId: user.userId, firstLogin: user.firstLogin };
}

async function verifyPerson(
  deps: Deps,
  provider: SocialProvider,
  call: SocialCall,
): Promise<SocialPerson> {
  const { password: providerToken, nonceSecret } = call;
  const now = deps.now();
  try {
    if (provider === 'facebook')
      return await (deps.facebook ?? throwError(notConfiguredError())).verifyToken(providerToken, {
        now,
      });
    if (!nonceSecret) throw new ProviderError('google', 'refused', { code: 'no_nonce' });
    return await (deps.google ?? throwError(notConfiguredError())).verifyToken(providerToken, {
      nonce: nonceOf(nonceSecret),
      now,
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'refused') throw refusedError(deps, provider, error.code ?? 'refused');
    // Never log the error itself: its URL may contain the person's token.
    deps.log.error(
      { provider, kind: error.kind, status: error.status, code: error.code },
      'a social provider could not be reached',
    );
    throw new AppError('provider_unavailable');
  }
}

const notConfiguredError = () => new AppError('provider_not_set_up');

function refusedError({ log }: Deps, provider: SocialProvider, reason: string) {
  log.info({ provider, reason }, 'a social sign-in was refused');
  return new AppError('credentials_invalid');
}

/** The username is only a hint, but another address than the provider's is suspicious. */
const isOtherEmail = (username: string, { email, isEmailVerified }: SocialPerson) =>
  username.includes('@') && isEmailVerified && username.toLowerCase() !== email!.toLowerCase();

/**
 * Marks the token as used. Returns the linked account, else the account with the same verified
 * address, else a new account.
 */
const findOrCreateAccount = (
  deps: Deps,
  {
    provider,
    person,
    socialCall: { password: providerToken, firstName },
  }: { provider: SocialProvider; person: SocialPerson; socialCall: SocialCall },
) =>
  deps.db.transaction(async (tx) => {
    const now = deps.now();
    const socialIdentity = { provider, subject: person.subject };
    await lockSubject(tx, socialIdentity);
    if (!(await markTokenUsed(tx, sha256Hex(providerToken), person.tokenExpiresAt)))
      throw refusedError(deps, provider, 'replay');
    const existing = await findSocialUser(tx, socialIdentity);
    if (existing) return existing;

    // Chosen: an account is linked only by an address that it has verified, and only if the
    // provider runs that mailbox. Otherwise the person gets a new account, whose address stays
    // unverified until a code verifies it.
    const findSameMailbox = () =>
      person.isEmailAuthoritative ? findByIdentity(tx, emailIdentity(person.email!)) : undefined;
    const user =
      (await findSameMailbox()) ?? (await addSocialUser(tx, profileOf(person, firstName, now)));
    const account = user ?? (await findSameMailbox())!;
    await linkSubject(tx, { socialIdentity, userId: account.userId, now });
    return account;
  });

const profileOf = (
  { firstName, lastName, email, isEmailAuthoritative }: SocialPerson,
  hint: string,
  now: Date,
) => ({
  firstName: firstName ?? (hint || null),
  lastName,
  emailId: email,
  emailVerifiedAt: isEmailAuthoritative ? now : null,
  createdOn: now,
});
