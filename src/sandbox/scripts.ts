import { newId } from './id.ts';
import type { Journal } from './journal.ts';

/** The outcomes that somebody asked for and that have not come about yet, used up first come, first served. */
export function openScripts<Script extends { times: number }>(journal: Journal, table: string) {
  const waiting = journal.table<{ id: string; script: Script }>(table);

  return {
    add: (script: Script) => waiting.put({ id: newId(), script }),
    list: () => waiting.all().map(({ script }) => script),
    clear: () => waiting.clear(),
    /** The first that is wanted; its `times` says how often it is still to come about. */
    take<Wanted extends Script>(isWanted: (script: Script) => script is Wanted): Wanted | undefined {
      for (const { id, script } of waiting.all()) {
        if (!isWanted(script)) continue;
        const left = script.times - 1;
        if (left) waiting.put({ id, script: { ...script, times: left } });
        else waiting.remove(id);
        return { ...script, times: left };
      }
      return undefined;
    },
  };
}
