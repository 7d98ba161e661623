import { AppError } from '../errors.ts';
import type { Change } from '../operator/change.ts';
import { typesOfChanges } from '../operator/value-types.ts';
import { sha256Hex } from '../tokens.ts';

/**
 * Identifies the values that changes replace, without the facts that also change by themselves
 * (`true`: all). Rows that a change adds are left out: their numbers may differ from those of the
 * dry run.
 */
export function versionOf(changes: Change[], unstableFacts: true | readonly string[] = []): string {
  const isStable = (name: string) => unstableFacts !== true && !unstableFacts.includes(name);
  const replaced = changes.flatMap(({ what, before }) =>
    before ? [[what, ...Object.entries(before).filter(([name]) => isStable(name))]] : [],
  );
  // The order of the objects is no value: a query may return them in another order.
  return sha256Hex(JSON.stringify(replaced.map((each) => JSON.stringify(each)).toSorted()));
}

/** Throws changed_meanwhile, with the current changes and their version. */
export function requireVersion(
  changes: Change[],
  version: string,
  seenVersion: string | undefined,
): void {
  if (seenVersion !== undefined && seenVersion !== version)
    throw new AppError('changed_meanwhile', [], {
      extra: { changes, changeTypes: typesOfChanges(changes), version },
    });
}
