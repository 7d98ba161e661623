import { newId } from './id.ts';
import type { Journal } from './journal.ts';

interface Script {
  times: number;
  /** The only API call, or the only event, for which the script counts. */
  call?: string | undefined;
  event?: string | undefined;
}
type WithKey<ProviderScript, Key extends string> = Extract<ProviderScript, Record<Key, unknown>>;

/**
 * Stores scripts, the faults ordered for the next calls (docs/sandbox.md). The oldest matching
 * script is used first.
 */
export function openScripts<ProviderScript extends Script>(journal: Journal, table: string) {
  const pending = journal.table<{ id: string; script: ProviderScript }>(table);

  return {
    add: (script: ProviderScript) => pending.put({ id: newId(), script }),
    list: () => pending.all().map(({ script }) => script),
    clear: () => pending.clear(),
    /**
     * Uses the first script with this key once, for this API call or event, and returns it with the
     * remaining `times`.
     */
    take<Key extends 'pay' | 'refund' | 'api' | 'webhook'>(
      key: Key,
      callOrEvent?: string,
    ): WithKey<ProviderScript, Key> | undefined {
      for (const { id, script } of pending.all()) {
        const onlyFor = script.call ?? script.event;
        if (!(key in script) || (onlyFor && onlyFor !== callOrEvent)) continue;
        const times = script.times - 1;
        if (times) pending.put({ id, script: { ...script, times } });
        else pending.remove(id);
        return { ...script, times } as unknown as WithKey<ProviderScript, Key>;
      }
      return undefined;
    },
  };
}
