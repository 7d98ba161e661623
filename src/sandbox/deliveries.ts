import type { Table } from './journal.ts';
import type { DeliveryFault } from './script-schemas.ts';

const RESPONSE_TIMEOUT_MS = 5000;
// Chosen: all tries take about four minutes; real providers retry for one to three days. The
// command `release` sends again at once.
const RETRY_DELAYS_MS = [200, 500, 1000, 2000, 5000];
const LAST_DELAY_MS = 10_000;
const MAX_TRIES = 30;

/** One webhook event. Every retry sends the same `body`. */
export interface Delivery {
  id: string;
  event: string;
  body: string;
  state: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given_up';
  /** Epoch milliseconds of the machine's clock, not of the sandbox's clock. */
  sendAt: number;
  copies: number;
  corruptTries: number;
  /** The HTTP status or the network error of each try. */
  tries: (number | string)[];
}

export interface DeliveryOptions {
  deliveries: Table<Delivery>;
  url: string;
  takeFault: (event: string) => DeliveryFault | undefined;
  /** Returns the signature headers; invalid ones if `isCorrupt`. */
  sign: (delivery: Delivery, isCorrupt: boolean) => Record<string, string>;
  fetch?: typeof globalThis.fetch;
}

/**
 * Sends events one after another by due time. A failed event is scheduled again and does not block
 * the next.
 */
export function createDeliveries({
  deliveries,
  url,
  takeFault,
  sign,
  fetch = globalThis.fetch,
}: DeliveryOptions) {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;

  const waiting = () => deliveries.all().filter(({ state }) => state === 'waiting');

  function emit({ id, event, body }: Pick<Delivery, 'id' | 'event' | 'body'>) {
    const fault = takeFault(event);
    const delivery = { id, event, body, state: 'waiting' as const, sendAt: Date.now() };
    deliveries.put(withFault({ ...delivery, copies: 0, corruptTries: 0, tries: [] }, fault));
    if (fault?.webhook === 'reorder' && fault.times === 0)
      sendNewestFirst(({ state }) => state === 'held');
    scheduleNext();
  }

  function sendNewestFirst(isIncluded: (delivery: Delivery) => boolean) {
    const dueAt = Date.now() - 1000;
    const newestFirst = deliveries.all().filter(isIncluded).reverse();
    for (const [index, delivery] of newestFirst.entries())
      deliveries.put({ ...delivery, state: 'waiting', sendAt: dueAt + index });
    scheduleNext();
  }

  function scheduleNext() {
    clearTimeout(timer);
    if (isSending || closing.signal.aborted) return;
    const dueAt = Math.min(...waiting().map(({ sendAt }) => sendAt));
    if (dueAt < Infinity) timer = setTimeout(sendDue, Math.max(0, dueAt - Date.now())).unref();
  }

  async function sendDue() {
    isSending = true;
    const next = waiting()
      .filter(({ sendAt }) => sendAt <= Date.now())
      .sort((one, other) => one.sendAt - other.sendAt)[0];
    if (next) await send(next);
    isSending = false;
    scheduleNext();
  }

  async function send(delivery: Delivery) {
    const results = await Promise.all(
      Array.from({ length: 1 + delivery.copies }, () => post(delivery)),
    );
    // After close, or after a reset that removed the event, nothing may be stored.
    if (closing.signal.aborted || !deliveries.get(delivery.id)) return;
    deliveries.put(afterTry(delivery, results));
  }

  async function post(delivery: Delivery) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...sign(delivery, delivery.tries.length < delivery.corruptTries),
        },
        body: delivery.body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
    }
  }

  return {
    emit,
    resume: scheduleNext,
    release: () => sendNewestFirst(({ state }) => state !== 'delivered' && state !== 'dropped'),
    isBusy: () => isSending || waiting().length > 0,
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

function withFault(delivery: Delivery, fault: DeliveryFault | undefined): Delivery {
  switch (fault?.webhook) {
    case 'drop':
      return { ...delivery, state: 'dropped' };
    case 'delay':
      return { ...delivery, sendAt: delivery.sendAt + fault.ms };
    case 'duplicate':
      return { ...delivery, copies: fault.copies };
    case 'reorder':
      return { ...delivery, state: 'held' };
    case 'corrupt_signature':
      return { ...delivery, corruptTries: fault.tries };
    case undefined:
      return delivery;
  }
}

function afterTry(delivery: Delivery, results: (number | string)[]): Delivery {
  const tried = { ...delivery, tries: [...delivery.tries, ...results] };
  if (results.every((result) => typeof result === 'number' && result >= 200 && result < 300))
    return { ...tried, state: 'delivered' };
  if (tried.tries.length >= MAX_TRIES) return { ...tried, state: 'given_up' };
  const delay = RETRY_DELAYS_MS[delivery.tries.length] ?? LAST_DELAY_MS;
  return { ...tried, copies: 0, sendAt: Date.now() + delay };
}
