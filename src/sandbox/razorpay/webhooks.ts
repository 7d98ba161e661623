import { createHmac } from 'node:crypto';
import type { EventName, WebhookScript } from '../control.ts';
import { newId } from '../id.ts';
import type { Table } from '../journal.ts';
import type { Delivery } from './entities.ts';
import type { Scripts } from './scripts.ts';

const ACCOUNT = 'acc_SBX00000000001';
const REPLY_WITHIN_MS = 5000;
// Razorpay goes on for 24 hours. Chosen: minutes, for nobody waits a day in front of a sandbox; `release` sends again.
const RETRY_DELAYS_MS = [200, 500, 1000, 2000, 5000, 10_000];
const MAX_TRIES = 30;

interface WebhookOptions {
  deliveries: Table<Delivery>;
  scripts: Scripts;
  url: string;
  secret: string;
  seconds(): number;
  fetch?: typeof globalThis.fetch;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

export const signBody = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

/** Sends events one after another in the order of their due time; what fails waits its turn without stopping the rest. */
export function createWebhooks({
  deliveries,
  scripts,
  url,
  secret,
  seconds,
  fetch = globalThis.fetch,
}: WebhookOptions) {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;

  const waiting = () => deliveries.all().filter(({ state }) => state === 'waiting');

  function emit(event: EventName, entities: Record<string, object>) {
    const script = scripts.takeWebhook(event);
    deliveries.put(scripted(newDelivery(event, entities, seconds()), script));
    if (script?.webhook === 'reorder' && script.times === 0) sendNow(({ state }) => state === 'held');
    wake();
  }

  function sendNow(isMeant: (delivery: Delivery) => boolean) {
    const due = Date.now() - 1000;
    const lastFirst = deliveries.all().filter(isMeant).reverse();
    for (const [place, delivery] of lastFirst.entries())
      deliveries.put({ ...delivery, state: 'waiting', sendAt: due + place });
    wake();
  }

  function wake() {
    clearTimeout(timer);
    if (isSending || closing.signal.aborted) return;
    const due = Math.min(...waiting().map(({ sendAt }) => sendAt));
    if (due < Infinity) timer = setTimeout(sendDue, Math.max(0, due - Date.now())).unref();
  }

  async function sendDue() {
    isSending = true;
    const next = waiting()
      .filter(({ sendAt }) => sendAt <= Date.now())
      .sort((one, other) => one.sendAt - other.sendAt)[0];
    if (next) await send(next);
    isSending = false;
    wake();
  }

  async function send(delivery: Delivery) {
    const results = await Promise.all(Array.from({ length: 1 + delivery.copies }, () => post(delivery)));
    // Nothing may be noted after close, nor about an event that a reset has removed meanwhile.
    if (closing.signal.aborted || !deliveries.get(delivery.id)) return;
    deliveries.put(afterTry(delivery, results));
  }

  async function post({ id, body, tries, corruptTries }: Delivery) {
    const isCorrupt = tries.length < corruptTries;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': id,
          'x-razorpay-signature': signBody(isCorrupt ? `not ${secret}` : secret, body),
        },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(REPLY_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
    }
  }

  return {
    emit,
    wake,
    release: () => sendNow(({ state }) => state !== 'delivered' && state !== 'dropped'),
    isBusy: () => isSending || waiting().length > 0,
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

function newDelivery(event: EventName, entities: Record<string, object>, createdAt: number): Delivery {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
  const contains = Object.keys(entities);
  const content = { entity: 'event', account_id: ACCOUNT, event, contains, payload, created_at: createdAt };
  const body = JSON.stringify(content);
  return { id: newId(), event, body, state: 'waiting', sendAt: Date.now(), copies: 0, corruptTries: 0, tries: [] };
}

function scripted(delivery: Delivery, script: WebhookScript | undefined): Delivery {
  switch (script?.webhook) {
    case 'drop':
      return { ...delivery, state: 'dropped' };
    case 'delay':
      return { ...delivery, sendAt: delivery.sendAt + script.ms };
    case 'duplicate':
      return { ...delivery, copies: script.copies };
    case 'reorder':
      return { ...delivery, state: 'held' };
    case 'corrupt_signature':
      return { ...delivery, corruptTries: script.tries };
    case 'tamper_amount':
      return { ...delivery, body: withAmount(delivery.body, script.amountInPaise) };
    case undefined:
      return delivery;
  }
}

function withAmount(body: string, amount: number): string {
  const content = JSON.parse(body) as { payload: Record<string, { entity: object }> };
  const { payment } = content.payload;
  if (payment) payment.entity = { ...payment.entity, amount };
  return JSON.stringify(content);
}

function afterTry(delivery: Delivery, results: (number | string)[]): Delivery {
  const tried = { ...delivery, tries: [...delivery.tries, ...results] };
  if (results.every((status) => typeof status === 'number' && status >= 200 && status < 300))
    return { ...tried, state: 'delivered' };
  if (tried.tries.length >= MAX_TRIES) return { ...tried, state: 'given_up' };
  const delay = RETRY_DELAYS_MS[Math.min(delivery.tries.length, RETRY_DELAYS_MS.length - 1)]!;
  return { ...tried, copies: 0, sendAt: Date.now() + delay };
}
