import { eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { moviePlays, playbackSessions } from '../../../db/schema/playback.ts';

const { movieName } = movies;

export const playsOf = (db: Db, userId: number) =>
  db
    .select({ ...getTableColumns(moviePlays), movieName })
    .from(moviePlays)
    .innerJoin(movies, eq(movies.movieId, moviePlays.movieId))
    .where(eq(moviePlays.userId, userId))
    .orderBy(moviePlays.moviePlayId);

export const playbackSessionsOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: playbackSessions.movieOrderId,
      movieId: playbackSessions.movieId,
      movieName,
      startedAt: playbackSessions.startedAt,
      endsAt: playbackSessions.endsAt,
      replacedAt: playbackSessions.endedAt,
    })
    .from(playbackSessions)
    .innerJoin(movies, eq(movies.movieId, playbackSessions.movieId))
    .where(eq(playbackSessions.userId, userId))
    .orderBy(playbackSessions.startedAt);

export const countPlays = (db: Db, userId: number) =>
  db.$count(moviePlays, eq(moviePlays.userId, userId));
