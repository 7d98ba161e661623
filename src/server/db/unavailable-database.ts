import { drizzle } from 'drizzle-orm/pg-proxy';
import type { Database, DatabaseError, Db } from './database.ts';

/** Takes the place of a database that cannot be opened: each statement fails with the reason. */
export function unavailableDatabase(error: DatabaseError): Database {
  const fail = () => Promise.reject(error);
  const db = drizzle(fail) as unknown as Db;
  db.transaction = fail;
  return {
    db,
    readDb: db,
    query: fail,
    runSql: fail,
    kind: 'postgres',
    dump: () => {
      throw error;
    },
    isReady: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  };
}
