import { newId } from './id.ts';
import type { Journal } from './journal.ts';

/** Stores scripted outcomes. The oldest matching script is used first. */
export function openScripts<Script extends { times: number }>(journal: Journal, table: string) {
  const pending = journal.table<{ id: string; script: Script }>(table);

  return {
    add: (script: Script) => pending.put({ id: newId(), script }),
    list: () => pending.all().map(({ script }) => script),
    clear: () => pending.clear(),
    /** Uses the first matching script once and returns it with the remaining `times`. */
    take<Match extends Script>(isMatch: (script: Script) => script is Match): Match | undefined {
      for (const { id, script } of pending.all()) {
        if (!isMatch(script)) continue;
        const times = script.times - 1;
        if (times) pending.put({ id, script: { ...script, times } });
        else pending.remove(id);
        return { ...script, times };
      }
      return undefined;
    },
  };
}
