import { and, asc, eq, exists, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { submissionSteps } from '../../../db/schema/submission.ts';
import { nextTryAt } from '../../outbox.ts';
import type { StepRow } from '../queries.ts';

/** Claims the next due step for one process; retries as in booking/mails. */
export const claimDueStep = (db: Db, now: Date): Promise<StepRow | undefined> =>
  db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(submissionSteps)
      .where(and(isNull(submissionSteps.sentAt), isNull(submissionSteps.droppedAt), lte(submissionSteps.dueAt, now)))
      .orderBy(asc(submissionSteps.dueAt), asc(submissionSteps.stepId))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    await tx
      .update(submissionSteps)
      .set({ tries: sql`${submissionSteps.tries} + 1`, dueAt: nextTryAt(now, due.tries) })
      .where(eq(submissionSteps.stepId, due.stepId));
    return due;
  });

export const closeStep = (db: Db, { stepId }: StepRow, end: 'sentAt' | 'droppedAt', now: Date) =>
  db
    .update(submissionSteps)
    .set({ [end]: now })
    .where(eq(submissionSteps.stepId, stepId));

/** Adds the step to every accepted active film whose date is in the future (scheduled) or reached (streaming). Once per film. */
export async function recordStage(db: Db, stage: 'scheduled' | 'streaming', now: Date): Promise<void> {
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
