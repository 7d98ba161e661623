import type { Delivery } from './deliveries.ts';

export interface ControlButton {
  label: string;
  /** The body for POST /sandbox/control. */
  command: object;
}

export interface ControlSection {
  title: string;
  buttons: ControlButton[];
}

export interface ControlRow {
  cells: (string | number)[];
  actions?: ControlButton[];
}

export interface ControlTable {
  title: string;
  headings: string[];
  rows: ControlRow[];
}

export const buttonsFor = (
  provider: string,
  buttons: [label: string, command: object][],
): ControlButton[] =>
  buttons.map(([label, command]) => ({ label, command: { provider, ...command } }));

export const WEBHOOK_FAULTS: [string, object][] = [
  ['Drop the next webhook', { webhook: 'drop' }],
  ['Drop all three of a payment', { webhook: 'drop', times: 3 }],
  ['Delay the next webhook 10 s', { webhook: 'delay', ms: 10_000 }],
  ['Send the next webhook twice', { webhook: 'duplicate' }],
  ['Send the next two reversed', { webhook: 'reorder', count: 2 }],
  ['Corrupt the next webhook’s signature', { webhook: 'corrupt_signature' }],
];
export const REFUND_FAULTS: [string, object][] = [
  ['Keep the next refund pending', { refund: 'pending' }],
  ['Fail the next refund', { refund: 'fail' }],
  ['Refund, lose the reply', { api: 'error_500', call: 'refund', applied: true }],
];
export const COMMON_ACTIONS: [string, object][] = [
  ['Send waiting webhooks now', { action: 'release' }],
  ['Delete pending scripts', { action: 'clear_scripts' }],
];

export const actionButton = ({
  provider,
  label,
  action,
  target,
}: {
  provider: string;
  label: string;
  action: string;
  target: object;
}): ControlButton => ({
  label,
  command: { provider, action, ...target },
});

export const refundActions = (provider: string, refund_id: string) => [
  actionButton({ provider, label: 'Finish', action: 'finish_refund', target: { refund_id } }),
  actionButton({ provider, label: 'Fail', action: 'fail_refund', target: { refund_id } }),
];

export const webhookRow = ({ event, id, tries, state }: Delivery): ControlRow => ({
  cells: [event, id, tries.join(' '), state],
});
