import { DAY } from '#domain/limits/durations.ts';
import { mobileOf, nameOf } from '#domain/person.ts';
import { isProducer, PRODUCER } from '#domain/roles.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../keyset-page.ts';
import { type Change, changeOf } from '../../operator/change.ts';
import { REFRESH_DAYS } from '../../tokens.ts';
import {
  changeUser,
  listSessions,
  revokeSessionsExcept,
  type UserRow,
} from '../session/queries.ts';
import { identityOf } from '../session/identity.ts';
import {
  channelsOf,
  lockPerson,
  countActivity,
  countOpenSessions,
  type PeopleFilter,
  peopleOfEmail,
  peopleOfMobile,
  searchPeople,
} from './queries.ts';

/**
 * `identifier` is a user number, mobile number or e-mail address. Throws person_unknown,
 * person_ambiguous.
 */
export async function findPerson(db: Db, identifier: string): Promise<UserRow> {
  const found = await findMatches(db, identifier);
  const verified = found.filter((each) =>
    identifier.includes('@') ? each.emailVerifiedAt : each.mobileVerifiedAt,
  );
  const [person, ...otherMatches] = verified.length ? verified : found;
  if (!person) throw new AppError('person_unknown', [identifier]);
  if (otherMatches.length) {
    const ids = [person, ...otherMatches].map(({ userId }) => userId);
    throw new AppError('person_ambiguous', [identifier, ids]);
  }
  return person;
}

async function findMatches(db: Db, identifier: string): Promise<UserRow[]> {
  const identity = identityOf(identifier);
  if (identity.kind === 'email') return peopleOfEmail(db, identity.destination);
  if (/^[1-9]\d{0,6}$/.test(identifier))
    return [await lockPerson(db, Number(identifier))].filter((each) => each !== undefined);
  return peopleOfMobile(db, identity.dialCode, identity.mobile);
}

const seenSince = (now: Date) => new Date(now.getTime() - REFRESH_DAYS * DAY);

const factsOf = (person: UserRow) => ({
  userId: person.userId,
  name: nameOf(person),
  mobile: mobileOf(person),
  isMobileProved: person.mobileVerifiedAt !== null,
  emailId: person.emailId,
  isEmailProved: person.emailVerifiedAt !== null,
  roles: person.roles,
  blockedAt: person.blockedAt,
  createdOn: person.createdOn,
});

export async function findPeople(
  { db, now }: Deps,
  { limit, ...filter }: PeopleFilter & KeysetQuery,
) {
  const { rows: people, next } = await readKeysetPage(
    limit,
    (count) => searchPeople(db, filter, count),
    ({ userId }) => userId,
  );
  const userIds = people.map(({ userId }) => userId);
  const activity = new Map(
    (await countActivity(db, userIds, seenSince(now()))).map((each) => [each.userId, each]),
  );
  const rows = people.map((person) => ({
    ...factsOf(person),
    sessions: activity.get(person.userId)?.sessions ?? 0,
    orders: activity.get(person.userId)?.orders ?? 0,
  }));
  return { rows, next };
}

/**
 * A person and the open sessions, without IP addresses. Throws person_unknown, person_ambiguous.
 */
export async function showPerson({ db, now }: Deps, identifier: string) {
  const person = await findPerson(db, identifier);
  const sessions = await listSessions(db, person.userId, seenSince(now()));
  return {
    ...factsOf(person),
    sessions: sessions.map(({ createdOn, lastSeenOn, userAgent }) => ({
      createdOn,
      lastSeenOn,
      userAgent,
    })),
  };
}

const findAndLockPerson = async (db: Db, identifier: string) =>
  (await lockPerson(db, (await findPerson(db, identifier)).userId))!;

/** The role takes effect with the person's next token, within 15 minutes. Throws is_producer. */
export async function grantProducer({ db }: Deps, identifier: string): Promise<Change[]> {
  const { userId, roles } = await findAndLockPerson(db, identifier);
  if (isProducer(roles)) throw new AppError('is_producer', [identifier]);
  await changeUser(db, userId, { roles: [...roles, PRODUCER] });
  return changeOf(`user ${userId}`, { roles }, { roles: [...roles, PRODUCER] });
}

/**
 * Also ends the person's sessions, because their tokens contain the role. Throws is_no_producer,
 * owns_channels.
 */
export async function revokeProducer({ db, now }: Deps, identifier: string): Promise<Change[]> {
  const { userId, roles } = await findAndLockPerson(db, identifier);
  if (!isProducer(roles)) throw new AppError('is_no_producer', [identifier]);
  const [channel] = await channelsOf(db, userId);
  if (channel) throw new AppError('owns_channels', [identifier, channel.channelName]);
  const remainingRoles = roles.filter((role) => role !== PRODUCER);
  await changeUser(db, userId, { roles: remainingRoles });
  await revokeSessionsExcept({ db, userId, exceptSessionId: undefined, now: now() });
  return changeOf(`user ${userId}`, { roles }, { roles: remainingRoles });
}

/**
 * Signs the person out everywhere and blocks new sign-ins. Tickets stay valid. Throws is_blocked.
 */
export async function blockPerson({ db, now }: Deps, identifier: string): Promise<Change[]> {
  const { userId, blockedAt } = await findAndLockPerson(db, identifier);
  if (blockedAt) throw new AppError('is_blocked', [identifier]);
  const at = now();
  const sessions = await countOpenSessions(db, userId, new Date(0));
  await changeUser(db, userId, { blockedAt: at });
  await revokeSessionsExcept({ db, userId, exceptSessionId: undefined, now: at });
  return changeOf(`user ${userId}`, { blockedAt: null, sessions }, { blockedAt: at, sessions: 0 });
}

export async function unblockPerson({ db }: Deps, identifier: string): Promise<Change[]> {
  const { userId, blockedAt } = await findAndLockPerson(db, identifier);
  if (!blockedAt) throw new AppError('is_not_blocked', [identifier]);
  await changeUser(db, userId, { blockedAt: null });
  return changeOf(`user ${userId}`, { blockedAt }, { blockedAt: null });
}
