import type { ApiCall, ApiScript, EventName, PayScript, RefundScript, WebhookScript } from '../control.ts';
import type { Journal } from '../journal.ts';
import { openScripts as openScriptTable } from '../scripts.ts';

export type Scripts = ReturnType<typeof openScripts>;

export function openScripts(journal: Journal) {
  const { take, ...table } = openScriptTable<PayScript | RefundScript | ApiScript | WebhookScript>(
    journal,
    'razorpay.script',
  );
  return {
    ...table,
    takePay: () => take((script): script is PayScript => 'pay' in script),
    takeRefund: () => take((script): script is RefundScript => 'refund' in script),
    takeApi: (call: ApiCall) =>
      take((script): script is ApiScript => 'api' in script && (script.call ?? call) === call),
    takeWebhook: (event: EventName) =>
      take((script): script is WebhookScript => 'webhook' in script && (script.event ?? event) === event),
  };
}
