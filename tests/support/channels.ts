import type { Database } from '#server/db/database.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { channelMovies, channels } from '#server/db/schema/producer.ts';

type Film = Pick<typeof movies.$inferSelect, 'movieId'>;
type Overrides = Partial<typeof channels.$inferInsert> & { ownerId: number };

export async function aChannel(
  { database: { db } }: { database: Pick<Database, 'db'> },
  overrides: Overrides,
  films: Film[] = [],
) {
  const [channel] = await db
    .insert(channels)
    .values({ channelName: 'Rain Pictures', ...overrides })
    .returning();
  const { channelId } = channel!;
  if (films.length)
    await db.insert(channelMovies).values(films.map(({ movieId }) => ({ channelId, movieId })));
  return channel!;
}
