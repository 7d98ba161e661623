import { getTableName } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { tables } from '../support/tables.ts';
import {
  PAYPAL_EVENTS,
  paypalBody,
  RAZORPAY_EVENTS,
  razorpayBody,
  sendPaypalEvent,
  sendRazorpayEvent,
} from '../support/webhook-events.ts';

type ProviderName = 'razorpay' | 'paypal';
type Entity = Record<string, unknown>;

let server: TestServer;
let ours: Record<ProviderName, Entity>;
beforeAll(async () => {
  server = await aServer();
  ours = { razorpay: await aPaidPayment('razorpay'), paypal: await aPaidPayment('paypal') };
});

const EVENTS = { razorpay: RAZORPAY_EVENTS, paypal: PAYPAL_EVENTS };
const KINDS = (['razorpay', 'paypal'] as const).flatMap((provider) =>
  EVENTS[provider].map((group) => ({ provider, ...group })),
);

/** The payment of a ticket, as its provider sends it. */
async function aPaidPayment(provider: ProviderName): Promise<Entity> {
  const purchase = purchaseSteps(server);
  const place = provider === 'paypal' ? { buyerCountry: 'US' } : { buyerState: '29' };
  const { viewer, order } = await purchase.anUnpaidOrder(place);
  const path = `/api/ott/orders/${order.movieOrderId}/checkout`;
  const { json: checkout } = await server.post(path, { as: viewer, body: { provider } });
  if (provider === 'paypal')
    await server.post('/sandbox/paypal/approve', { body: { order_id: checkout.order_id } });
  const proof =
    provider === 'paypal'
      ? { paypal_order_id: checkout.order_id }
      : await purchase.payAtProvider(checkout.order_id as string);
  const { json } = await purchase.reportPayment(viewer, order, { paymentStatus: 'PAID', ...proof });
  expect(json.paymentStatus).toBe('PAID');
  await server.sandbox.waitUntilIdle();
  const listed = await (await server.scriptSandbox({ provider, action: 'list' })).json();
  if (provider === 'razorpay') return listed.payments[0] as Entity;
  const [delivery] = (listed.webhooks as { event: string; body: string }[]).filter(({ event }) =>
    event.startsWith('PAYMENT.CAPTURE.'),
  );
  return JSON.parse(delivery!.body).resource as Entity;
}

const STRANGER = {
  razorpay: (payment: Entity) => ({
    ...payment,
    id: 'pay_AAAAAAAAAAAAAA',
    order_id: 'order_AAAAAAAAAAAAAA',
  }),
  paypal: (capture: Entity) => ({
    ...capture,
    id: '0AA00000AA000000A',
    supplementary_data: { related_ids: { order_id: '0AA00000AA000000B' } },
  }),
};

let sentCount = 0;
const newId = () => `event-${++sentCount}`;

function send(provider: ProviderName, name: string, content: Entity, id = newId()) {
  return provider === 'razorpay'
    ? sendRazorpayEvent(server, id, razorpayBody(server, name, content))
    : sendPaypalEvent(server, id, paypalBody(server, id, name, content));
}

const contentOf = (provider: ProviderName, entities: Entity): Entity =>
  provider === 'razorpay'
    ? { contains: Object.keys(entities), payload: entities }
    : { resource: entities };

/** A digest of the rows of each table, except that of the events themselves. */
async function readTables() {
  const { paymentEvents: _, ...others } = tables;
  const digests = Object.values(others).map((table) => {
    const name = getTableName(table);
    return `select '${name}' as name, md5(string_agg(t::text, chr(10) order by t::text)) as digest from "${name}" t`;
  });
  return (await server.database.query(digests.join(' union all '))).rows;
}

const unapplied = async () =>
  (await server.database.query('select event_key from payment_events where applied_at is null'))
    .rows;

let before: Awaited<ReturnType<typeof readTables>> | undefined;

/** Each event gets 2xx, is stored and applied, and nothing else changes. */
async function expectNoEffect(
  deliver: () => Promise<{ name: string; status: number; json: unknown }[]>,
) {
  before ??= await readTables();
  const replies = await deliver();
  expect(replies).toEqual(
    replies.map(({ name }) => ({ name, status: 200, json: { status: 'stored' } })),
  );
  expect(await unapplied()).toEqual([]);
  expect(await readTables()).toEqual(before);
}

async function sendAll(provider: ProviderName, names: string[], contents: Entity[]) {
  const replies = [];
  for (const content of contents)
    for (const name of names) {
      const { status, json } = await send(provider, name, content);
      replies.push({ name, status, json });
    }
  return replies;
}

describe.each(KINDS)('the events of $provider about a $kind', ({ provider, names, entities }) => {
  const seconds = () => Math.floor(server.clock.now().getTime() / 1000);
  const about = (subject: Entity) => contentOf(provider, entities(subject, seconds()));

  test('that is not ours change nothing', async () => {
    await expectNoEffect(() =>
      sendAll(provider, names, [about(STRANGER[provider](ours[provider]))]),
    );
  });

  test('that is ours change nothing that is known', async () => {
    await expectNoEffect(() => sendAll(provider, names, [about(ours[provider])]));
  });

  test('that lack what they are about change nothing', async () => {
    const empty = Object.fromEntries(
      Object.keys(entities(ours[provider], seconds())).map((name) => [name, null]),
    );
    const withoutEntity = Object.fromEntries(
      Object.keys(empty).map((name) => [name, { entity: null }]),
    );
    const field = provider === 'razorpay' ? 'payload' : 'resource';
    const contents = [null, [], 'nothing', empty, withoutEntity].map((value) => ({
      [field]: value,
    }));
    await expectNoEffect(async () => [
      ...(await sendAll(provider, names, [{}])),
      // The events of a kind are read in the same way.
      ...(await sendAll(provider, names.slice(0, 1), contents)),
    ]);
  });
});

describe.each(['razorpay', 'paypal'] as const)('an event of %s', (provider) => {
  test('that is sent twice is stored once', async () => {
    const [{ names, entities }] = EVENTS[provider] as [(typeof KINDS)[number]];
    const content = contentOf(provider, entities(ours[provider], 0));
    const id = newId();
    expect((await send(provider, names[0]!, content, id)).json).toEqual({ status: 'stored' });
    expect(await send(provider, names[0]!, content, id)).toMatchObject({
      status: 200,
      json: { status: 'known' },
    });
  });

  test('of a kind that may come one day changes nothing', async () => {
    const names = [
      'payment.teleported',
      'PAYMENT.CAPTURE.TELEPORTED',
      'refund.teleported',
      'x'.repeat(500),
      '',
    ];
    const contents = [
      contentOf(provider, { payment: { entity: ours.razorpay } }),
      { resource: ours.paypal },
    ];
    await expectNoEffect(() => sendAll(provider, names, contents));
  });
});
