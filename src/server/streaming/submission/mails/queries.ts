import { and, eq, exists, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { mailQueue } from '../../../db/mail-queue.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { feeMails, submissionSteps } from '../../../db/schema/submission.ts';

export const stepMailQueue = mailQueue(submissionSteps, ['stepId']);

export type FeeMail = typeof feeMails.$inferSelect;
export const feeMailQueue = mailQueue(feeMails, ['feeId', 'kind']);

/** Says that a payment waits for the operator. Once per fee. */
export const queueHeldMail = (tx: Db, feeId: number, now: Date) =>
  tx.insert(feeMails).values({ feeId, kind: 'held', dueAt: now }).onConflictDoNothing();

/**
 * Adds the step to every accepted active film whose date is in the future (scheduled) or reached
 * (streaming). Once per film.
 */
export async function recordStage(
  db: Db,
  stage: 'scheduled' | 'streaming',
  now: Date,
): Promise<void> {
  const accepted = db
    .select({ one: sql`1` })
    .from(submissionSteps)
    .where(and(eq(submissionSteps.movieId, movies.movieId), eq(submissionSteps.stage, 'accepted')));
  const day = movies.streamingStartDate;
  const films = await db
    .select({ movieId: movies.movieId })
    .from(movies)
    .where(
      and(
        eq(movies.active, 'Y'),
        isNotNull(day),
        stage === 'scheduled' ? gt(day, now) : lte(day, now),
        exists(accepted),
        sql`not exists (select from ${submissionSteps} s where s.movie_id = ${movies.movieId} and s.stage in (${stage}, 'streaming'))`,
      ),
    );
  if (!films.length) return;
  const steps = films.map(({ movieId }) => ({ movieId, stage, at: now, dueAt: now }));
  await db.insert(submissionSteps).values(steps).onConflictDoNothing();
}
