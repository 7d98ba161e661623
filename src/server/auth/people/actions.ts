import { DAY } from '#domain/limits.ts';
import { mobileOf, nameOf } from '#domain/person.ts';
import { isProducer, PRODUCER } from '#domain/roles.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type Change, changeOf } from '../../operator/change.ts';
import { REFRESH_DAYS } from '../../tokens.ts';
import { revokeOthers } from '../session/queries.ts';
import { identityOf } from '../session/username.ts';
import {
  changePerson,
  channelsOf,
  holdPerson,
  openSessions,
  ordersOf,
  peopleOfEmail,
  peopleOfMobile,
  type PersonRow,
  searchPeople,
} from './queries.ts';

const refused = (code: string, message: string) => new AppError('conflict', code, message);

/** The person of a user number, a mobile number or an e-mail address; one that was proved before one that was only typed. Throws. */
export async function personOf(db: Db, name: string): Promise<PersonRow> {
  const found = await peopleNamed(db, name);
  const proved = found.filter((each) => (name.includes('@') ? each.emailVerifiedAt : each.mobileVerifiedAt));
  const [person, ...others] = proved.length ? proved : found;
  if (!person) throw new AppError('not_found', 'person_unknown', text.noPerson(name));
  if (others.length)
    throw new AppError(
      'invalid',
      'person_ambiguous',
      text.severalPeople(
        name,
        [person, ...others].map(({ userId }) => userId),
      ),
    );
  return person;
}

async function peopleNamed(db: Db, name: string): Promise<PersonRow[]> {
  const identity = identityOf(name);
  if (identity.kind === 'email') return peopleOfEmail(db, identity.destination);
  if (/^[1-9]\d{0,6}$/.test(name)) return [await holdPerson(db, Number(name))].filter((each) => each !== undefined);
  return peopleOfMobile(db, identity.dialCode, identity.mobile.replace(/^91(?=\d{10}$)/, ''));
}

const factsOf = (person: PersonRow) => ({
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
  {
    text: wanted,
    role,
    isBlocked,
    limit,
  }: { text?: string | undefined; role?: string | undefined; isBlocked: boolean; limit: number },
) {
  const seenSince = new Date(now().getTime() - REFRESH_DAYS * DAY);
  const people = await searchPeople(db, wanted, role, isBlocked, limit);
  return Promise.all(
    people.map(async (person) => ({
      ...factsOf(person),
      sessions: await openSessions(db, person.userId, seenSince),
      orders: await ordersOf(db, person.userId),
    })),
  );
}

const held = async (db: Db, name: string) => (await holdPerson(db, (await personOf(db, name)).userId))!;

/** Makes a person a producer; their next token says so, within a quarter of an hour. Throws is_producer. */
export async function grantProducer({ db }: Deps, name: string): Promise<Change[]> {
  const { userId, roles } = await held(db, name);
  if (isProducer(roles)) throw refused('is_producer', text.isProducer(name));
  await changePerson(db, userId, { roles: [...roles, PRODUCER] });
  return changeOf(`user ${userId}`, { roles }, { roles: [...roles, PRODUCER] });
}

/** Takes the role away, and ends the person's sessions, whose tokens still say it. Throws is_no_producer, owns_channels. */
export async function revokeProducer({ db, now }: Deps, name: string): Promise<Change[]> {
  const { userId, roles } = await held(db, name);
  if (!isProducer(roles)) throw refused('is_no_producer', text.isNoProducer(name));
  const [channel] = await channelsOf(db, userId);
  if (channel) throw refused('owns_channels', text.ownsChannels(name, channel.channelName));
  const left = roles.filter((role) => role !== PRODUCER);
  await changePerson(db, userId, { roles: left });
  await revokeOthers(db, userId, undefined, now());
  return changeOf(`user ${userId}`, { roles }, { roles: left });
}

/** From now on this person signs in no more, by no way, and is signed out everywhere. Tickets stay as they are. Throws is_blocked. */
export async function blockPerson({ db, now }: Deps, name: string): Promise<Change[]> {
  const { userId, blockedAt } = await held(db, name);
  if (blockedAt) throw refused('is_blocked', text.isBlocked(name));
  const at = now();
  const sessions = await openSessions(db, userId, new Date(0));
  await changePerson(db, userId, { blockedAt: at });
  await revokeOthers(db, userId, undefined, at);
  return changeOf(`user ${userId}`, { blockedAt: null, sessions }, { blockedAt: at, sessions: 0 });
}

export async function unblockPerson({ db }: Deps, name: string): Promise<Change[]> {
  const { userId, blockedAt } = await held(db, name);
  if (!blockedAt) throw refused('is_not_blocked', text.isNotBlocked(name));
  await changePerson(db, userId, { blockedAt: null });
  return changeOf(`user ${userId}`, { blockedAt }, { blockedAt: null });
}
