import { expect, test } from 'vitest';
import { DatabaseError } from '#server/db/database.ts';
import { withTemporaryDatabase } from '#server/db/temporary-database.ts';
import { aPgBouncer, hasPgBouncer } from '../support/debian-services.ts';

const NAME = 'a temporary database behind PgBouncer is refused with the remedy';

test.runIf(hasPgBouncer)(
  hasPgBouncer ? NAME : `${NAME} (skipped: needs TEST_DATABASE_URL and pgbouncer)`,
  async () => {
    const bouncer = await aPgBouncer('postgres');
    try {
      const opened = withTemporaryDatabase(
        { databaseUrl: bouncer.url, dataDir: '' },
        async () => 'opened',
      );
      await expect(opened).rejects.toThrow(DatabaseError);
      await expect(opened).rejects.toThrow(/If DATABASE_URL names PgBouncer.*PostgreSQL itself/);
    } finally {
      bouncer.stop();
    }
  },
);
