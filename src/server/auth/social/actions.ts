import type { BodyOf } from '#contract/endpoint.ts';
import type { socialLogin } from '#contract/session.ts';
import { HOUR } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { SocialPerson } from '../../ports/social/person.ts';
import type { Limit } from '../../rate-limits.ts';
import { hashOf } from '../../tokens.ts';
import { startSession } from '../session/sessions.ts';
import { useFrom } from '../session/caps.ts';
import { nonceOf } from './nonce.ts';
import {
  addSocialUser,
  findSocialUser,
  findUserByProvenEmail,
  holdSubject,
  linkSubject,
  type Provider,
  useToken,
} from './queries.ts';

export const SOCIAL_LIMIT: Limit = {
  name: 'social_address',
  points: 60,
  seconds: HOUR / 1000,
  message: text.tooManyTries,
};

/** Which providers are set up, and what a browser needs to ask them. */
export const listProviders = ({ config: { google, facebook } }: Deps) => ({
  google: google && { clientId: google.clientId, scriptUrl: google.scriptUrl },
  facebook: facebook && { appId: facebook.appId, scriptUrl: facebook.scriptUrl, version: facebook.version },
});

interface SocialCall extends BodyOf<typeof socialLogin> {
  ip: string;
  userAgent: string | null;
  /** The browser's half of the nonce, from its cookie. */
  nonceSecret: string | null;
  /** Whether a page of ours asks, and no other site in the person's name. */
  isOurPage: boolean;
}

/**
 * Signs in by a provider's token, which is verified with the provider and good for one sign-in.
 * Throws `unauthenticated` with the one sentence for every reason, `unavailable` when the provider cannot be asked.
 */
export async function socialSignIn(deps: Deps, call: SocialCall) {
  await useFrom(deps, SOCIAL_LIMIT, call.ip);
  const provider: Provider = call.loginSource === 'Google' ? 'google' : 'facebook';
  if (!call.isOurPage) throw refused(deps, provider, 'foreign_page');
  const person = await identify(deps, provider, call);
  if (isAnotherEmail(call.username, person)) throw refused(deps, provider, 'username');
  const user = await admit(deps, provider, person, call);
  const tokens = await startSession(deps, user, { ip: call.ip, userAgent: call.userAgent });
  return { ...tokens, userId: user.userId, firstLogin: user.firstLogin };
}

async function identify(deps: Deps, provider: Provider, { password, nonceSecret }: SocialCall): Promise<SocialPerson> {
  const now = deps.now();
  try {
    if (provider === 'facebook') return await (deps.facebook ?? raise(notSetUp())).verify(password, { now });
    if (!nonceSecret) throw new ProviderError('google', 'refused', { code: 'no_nonce' });
    return await (deps.google ?? raise(notSetUp())).verify(password, { nonce: nonceOf(nonceSecret), now });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'refused') throw refused(deps, provider, error.code ?? 'refused');
    // Not the error itself: the address that it may quote holds the person's token.
    deps.log.error({ provider, kind: error.kind, status: error.status, code: error.code }, 'a provider did not answer');
    throw new AppError('unavailable', 'provider_unavailable', text.resendFailed);
  }
}

const notSetUp = () => new AppError('unavailable', 'provider_not_set_up', text.loginFailed);

function refused({ log }: Deps, provider: Provider, reason: string) {
  log.info({ provider, reason }, 'a social sign-in was refused');
  return new AppError('unauthenticated', 'credentials_invalid', text.loginFailed);
}

/** The username is a hint; one that names another mailbox than the provider's says that something is wrong. */
const isAnotherEmail = (username: string, { email, isEmailVerified }: SocialPerson) =>
  username.includes('@') && isEmailVerified && username.toLowerCase() !== email!.toLowerCase();

/** Uses the token up and gives its person's account: the known one, one with the same proven address, or a new one. */
const admit = (deps: Deps, provider: Provider, person: SocialPerson, { password, firstName }: SocialCall) =>
  deps.db.transaction(async (tx) => {
    const now = deps.now();
    const subject = { provider, subject: person.subject };
    await holdSubject(tx, subject);
    if (!(await useToken(tx, hashOf(password), person.expiresAt))) throw refused(deps, provider, 'replay');
    const known = await findSocialUser(tx, subject);
    if (known) return known;

    // Chosen: an account is linked only by an address that both sides have proved, and only on the word of the provider that runs the
    // mailbox. Everybody else gets an account of their own; the address then stays unproven there until a code has proved it.
    const sameMailbox = () => (person.ownsEmail ? findUserByProvenEmail(tx, person.email!) : undefined);
    const user = (await sameMailbox()) ?? (await addSocialUser(tx, profileOf(person, firstName, now)));
    const account = user ?? (await sameMailbox())!;
    await linkSubject(tx, subject, account.userId, now);
    return account;
  });

const profileOf = ({ firstName, lastName, email, ownsEmail }: SocialPerson, hint: string, now: Date) => ({
  firstName: firstName ?? (hint || null),
  lastName,
  emailId: email,
  emailVerifiedAt: ownsEmail ? now : null,
  createdOn: now,
});
