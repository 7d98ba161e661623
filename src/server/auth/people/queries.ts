import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { cleanMobile, parseTypedMobile } from '#domain/mobile.ts';
import { equalsIgnoringCase } from '../../db/conditions.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { orders } from '../../db/schema/booking.ts';
import { channels } from '../../db/schema/producer.ts';
import { sessions } from '../../db/schema/session.ts';
import { hasSearchText } from '../../db/user-search.ts';
import type { UserRow } from '../session/queries.ts';

export const lockPerson = async (tx: Db, userId: number): Promise<UserRow | undefined> =>
  (await tx.select().from(users).where(eq(users.userId, userId)).for('no key update'))[0];

export const peopleOfMobile = (db: Db, dialCode: string, mobile: string) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.dialCode, dialCode), eq(users.mobile, mobile)))
    .orderBy(desc(users.mobileVerifiedAt));

export const peopleOfEmail = (db: Db, address: string) =>
  db
    .select()
    .from(users)
    .where(equalsIgnoringCase(users.emailId, address))
    .orderBy(sql`${users.emailVerifiedAt} desc nulls last`);

/** Digits of any script, with what stands between them. */
const PHONE_NUMBER = /^(?=.*\p{Nd})[\p{Nd}\s()+＋.\p{Pd}]+$/u;

export interface PeopleFilter {
  text?: string | undefined;
  role?: string | undefined;
  isBlocked: boolean;
  after?: number | undefined;
}

export const searchPeople = (
  db: Db,
  { text, role, isBlocked, after }: PeopleFilter,
  count: number,
) =>
  db
    .select()
    .from(users)
    .where(
      and(
        text
          ? or(
              hasSearchText(text),
              hasSearchText(PHONE_NUMBER.test(text) ? cleanMobile(parseTypedMobile(text)) : text),
              eq(users.importRef, text),
              /^[1-9]\d{0,8}$/.test(text) ? eq(users.userId, Number(text)) : undefined,
            )
          : undefined,
        role ? sql`${role} = any(${users.roles})` : undefined,
        isBlocked ? isNotNull(users.blockedAt) : undefined,
        after ? lt(users.userId, after) : undefined,
      ),
    )
    .orderBy(desc(users.userId))
    .limit(count);

const isOpenSession = (seenSince: Date) =>
  and(isNull(sessions.revokedAt), gt(sessions.lastSeenOn, seenSince));

export const countOpenSessions = (db: Db, userId: number, seenSince: Date): Promise<number> =>
  db.$count(sessions, and(eq(sessions.userId, userId), isOpenSession(seenSince)));

export const countActivity = (db: Db, userIds: number[], seenSince: Date) =>
  db
    .select({
      userId: users.userId,
      sessions: db.$count(
        sessions,
        and(eq(sessions.userId, users.userId), isOpenSession(seenSince)),
      ),
      orders: db.$count(orders, eq(orders.userId, users.userId)),
    })
    .from(users)
    .where(inArray(users.userId, userIds));

export const channelsOf = (db: Db, userId: number) =>
  db
    .select({ channelName: channels.channelName })
    .from(channels)
    .where(eq(channels.ownerId, userId));
