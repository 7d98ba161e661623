import { lt } from 'drizzle-orm';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { DAY } from '#domain/limits/durations.ts';
import { SALES_DAYS_MAX } from '#domain/limits/producer.ts';
import { FORGOTTEN_AFTER_MS } from '../processes/presence.ts';
import { deleteOldProcesses } from '../processes/queries.ts';
import { REFRESH_DAYS } from '../tokens.ts';
import type { Db } from './database.ts';
import { officeJobs, officeSessions } from './schema/office.ts';
import { rateLimits } from './schema/server.ts';
import { movieVisits } from './schema/visits.ts';
import {
  deviceAuthorizations,
  otps,
  refreshTokens,
  sessions,
  usedSocialTokens,
} from './schema/session.ts';

/** Chosen: the audit log keeps what a job changed; its progress is of use for a season. */
const OFFICE_JOB_DAYS = 90;

export async function deleteExpiredRows(db: Db, now: Date): Promise<void> {
  await db.delete(otps).where(lt(otps.expiresAt, now));
  await db.delete(deviceAuthorizations).where(lt(deviceAuthorizations.expiresAt, now));
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now));
  // All refresh tokens of these sessions have expired.
  await db
    .delete(sessions)
    .where(lt(sessions.lastSeenOn, new Date(now.getTime() - REFRESH_DAYS * DAY)));
  await db.delete(usedSocialTokens).where(lt(usedSocialTokens.expiresAt, now));
  await db.delete(officeSessions).where(lt(officeSessions.expiresAt, now));
  await db
    .delete(officeJobs)
    .where(lt(officeJobs.startedAt, new Date(now.getTime() - OFFICE_JOB_DAYS * DAY)));
  await db
    .delete(movieVisits)
    .where(lt(movieVisits.day, cinemaDay(new Date(now.getTime() - SALES_DAYS_MAX * DAY))));
  await deleteOldProcesses(db, new Date(now.getTime() - FORGOTTEN_AFTER_MS));
  await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()));
}
