import { dropOldKeys } from '../db/idempotency.ts';
import { dropExpired } from '../db/expired.ts';
import type { Deps } from '../deps.ts';

/** Nightly: what time has made useless. */
export async function sweep({ db, now }: Deps): Promise<void> {
  await dropOldKeys(db, now());
  await dropExpired(db, now());
}
