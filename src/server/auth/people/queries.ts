import { and, desc, eq, gt, ilike, isNull, or, sql } from 'drizzle-orm';
import { containsPattern, equalsIgnoringCase } from '../../db/conditions.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { orders } from '../../db/schema/booking.ts';
import { channels } from '../../db/schema/producer.ts';
import { sessions } from '../../db/schema/session.ts';
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

export interface PeopleFilter {
  text?: string | undefined;
  role?: string | undefined;
  isBlocked: boolean;
  limit: number;
}

export const searchPeople = (db: Db, { text, role, isBlocked, limit }: PeopleFilter) =>
  db
    .select()
    .from(users)
    .where(
      and(
        text
          ? or(
              ilike(sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`, containsPattern(text)),
              ilike(users.emailId, containsPattern(text)),
              ilike(
                sql`concat(${users.dialCode}, ${users.mobile})`,
                containsPattern(text.replace(/[\s+-]/g, '') || text),
              ),
              eq(users.importRef, text),
              /^[1-9]\d{0,8}$/.test(text) ? eq(users.userId, Number(text)) : undefined,
            )
          : undefined,
        role ? sql`${role} = any(${users.roles})` : undefined,
        isBlocked ? sql`${users.blockedAt} is not null` : undefined,
      ),
    )
    .orderBy(desc(users.userId))
    .limit(limit);

export const countOpenSessions = (db: Db, userId: number, seenSince: Date): Promise<number> =>
  db.$count(sessions, and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.lastSeenOn, seenSince)));

export const countOrders = (db: Db, userId: number): Promise<number> => db.$count(orders, eq(orders.userId, userId));

export const channelsOf = (db: Db, userId: number) =>
  db.select({ channelName: channels.channelName }).from(channels).where(eq(channels.ownerId, userId));
