import { sql } from 'drizzle-orm';
import { OTHER_LINK_SOURCE } from '#domain/link-source.ts';
import { type Db, queryRows } from '../../db/database.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { movieVisits } from '../../db/schema/visits.ts';

/**
 * Chosen: more than a film has partners, and few enough that strangers cannot fill the table.
 * Concurrent visits may add one more.
 */
const SOURCES_A_DAY = 50;

/** Adds one visit. False if the film is not on show. */
export async function addVisit({
  db,
  movieId,
  day,
  linkSource,
}: {
  db: Db;
  movieId: number;
  day: string;
  linkSource: string;
}): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`
    with of_day as (select v.link_source from ${movieVisits} v where v.movie_id = ${movieId} and v.day = ${day}::date)
    insert into ${movieVisits} (movie_id, day, link_source, visits)
    select m.movie_id, ${day}::date,
      case when ${linkSource} in (select link_source from of_day) or (select count(*) from of_day) < ${SOURCES_A_DAY}
        then ${linkSource} else ${OTHER_LINK_SOURCE} end, 1
    from ${movies} m where m.movie_id = ${movieId} and m.active = 'Y'
    on conflict (movie_id, day, link_source) do update set visits = ${movieVisits}.visits + 1
    returning 1`,
  );
  return rows.length > 0;
}
