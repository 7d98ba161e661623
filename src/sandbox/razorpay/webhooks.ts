import { createHmac } from 'node:crypto';
import { createDeliveries, type DeliveryOptions } from '../deliveries.ts';
import { newId } from '../id.ts';
import type { EventName, Scripts, WebhookScript } from './scripts.ts';

const ACCOUNT = 'acc_SBX00000000001';

interface WebhookOptions extends Pick<DeliveryOptions, 'deliveries' | 'url' | 'fetch'> {
  scripts: Scripts;
  secret: string;
  nowSeconds(): number;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

export const signText = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

export function createWebhooks({
  deliveries,
  scripts,
  url,
  secret,
  nowSeconds,
  fetch,
}: WebhookOptions) {
  let script: WebhookScript | undefined;
  const { emit: send, ...deliveryControls } = createDeliveries({
    deliveries,
    url,
    fetch,
    takeFault: () => (script?.webhook === 'tamper_amount' ? undefined : script),
    sign: ({ id, body }, isCorrupt) => ({
      'x-razorpay-event-id': id,
      'x-razorpay-signature': signText(isCorrupt ? `not ${secret}` : secret, body),
    }),
  });

  function emit(event: EventName, entities: Record<string, object>) {
    script = scripts.take('webhook', event);
    const body = bodyOf(event, entities, nowSeconds());
    send({ id: newId(), event, body: withAmount(body, script) });
  }

  return { emit, ...deliveryControls };
}

function bodyOf(event: EventName, entities: Record<string, object>, createdAt: number): string {
  const payload = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, { entity }]),
  );
  const contains = Object.keys(entities);
  return JSON.stringify({
    entity: 'event',
    account_id: ACCOUNT,
    event,
    contains,
    payload,
    created_at: createdAt,
  });
}

function withAmount(body: string, script: WebhookScript | undefined): string {
  if (script?.webhook !== 'tamper_amount') return body;
  const content = JSON.parse(body) as { payload: Record<string, { entity: object }> };
  const { payment } = content.payload;
  if (payment) payment.entity = { ...payment.entity, amount: script.amountInPaise };
  return JSON.stringify(content);
}
