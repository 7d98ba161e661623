import type { ApiCall, ApiScript, EventName, PayScript, WebhookScript } from '../control.ts';
import { newId } from '../id.ts';
import type { Journal } from '../journal.ts';

type Script = PayScript | ApiScript | WebhookScript;
export type Scripts = ReturnType<typeof openScripts>;

/** The outcomes that somebody asked for and that have not come about yet, used up first come, first served. */
export function openScripts(journal: Journal) {
  const waiting = journal.table<{ id: string; script: Script }>('razorpay.script');

  function take<Wanted extends Script>(isWanted: (script: Script) => script is Wanted) {
    for (const { id, script } of waiting.all()) {
      if (!isWanted(script)) continue;
      const left = script.times - 1;
      if (left) waiting.put({ id, script: { ...script, times: left } });
      else waiting.remove(id);
      return { ...script, times: left };
    }
    return undefined;
  }

  return {
    add: (script: Script) => waiting.put({ id: newId(), script }),
    list: () => waiting.all().map(({ script }) => script),
    clear: () => waiting.clear(),
    takePay: () => take((script): script is PayScript => 'pay' in script),
    takeApi: (call: ApiCall) =>
      take((script): script is ApiScript => 'api' in script && (script.call ?? call) === call),
    /** `times` of the result says how many more events the script is for. */
    takeWebhook: (event: EventName) =>
      take((script): script is WebhookScript => 'webhook' in script && (script.event ?? event) === event),
  };
}
