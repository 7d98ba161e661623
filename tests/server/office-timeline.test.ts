import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { OperationResult } from '#contract/operation-result.ts';
import { orderTimelineOf } from '#stores/office/order-timeline.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { anOfficeMember } from '../support/office.ts';
import { giftSteps } from '../support/gifts.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { aServer } from '../support/test-server.ts';

const server = await aServer();
const { timeline: text } = officeScreenMessages;

test('an order’s timeline has payments, tickets, plays, mails and the refund, oldest first', async () => {
  const { anUnpaidOrder, pay } = purchaseSteps(server);
  const { viewer, film, order } = await anUnpaidOrder(
    { buyerState: '33' },
    { emailId: 'asha@film.example' },
  );
  const member = await anOfficeMember(server, 'support');
  const shown = () => member.run('order show', { order: order.orderNo });
  const titles = async () => timelineOf(await shown()).map(({ title }) => title);
  expect(await titles()).toEqual([text.started]);

  server.clock.advance(MINUTE);
  await pay(viewer, order);
  await sendTicketMails(server.deps);
  const paid = await titles();
  expect(paid.slice(0, 3)).toEqual([
    text.started,
    text.paymentStarted('razorpay'),
    text.reported('razorpay'),
  ]);
  expect(paid).toEqual(
    expect.arrayContaining([text.paid, text.invoice, text.opens, text.mailSent]),
  );
  expect(paid.at(-1)).toBe(text.closes);

  server.clock.advance(MINUTE);
  const ticket = await server.database.query(
    `select movie_order_id as "movieOrderId", movie_id as "movieId", user_id as "userId" from orders where movie_order_id = ${order.movieOrderId}`,
  );
  await server.aPlaybackSession(
    ticket.rows[0] as Parameters<typeof server.aPlaybackSession>[0],
    (await server.aPackageId()) ?? film.packageId,
  );
  expect(await titles()).toContain(text.playStarted);

  server.clock.advance(MINUTE);
  const { cinemaJson } = aCommandRunner(server);
  await cinemaJson(['order', 'refund', order.orderNo, '--reason', 'It stopped']);
  const entries = timelineOf(await shown());
  const refunded = entries.map(({ title }) => title);
  expect(refunded).not.toContain(text.closes);
  expect(refunded.slice(refunded.indexOf(text.playStarted) + 1)).toEqual(
    expect.arrayContaining([text.refundRequested, text.refunded, text.creditNote]),
  );
  expect(entries.find(({ title }) => title === text.refundRequested)!.details).toBe(
    '176 INR · done · It stopped',
  );
  const times = entries.map(({ at }) => new Date(at).getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(server.clock.now().getTime() + DAY);
});

test('the timeline of a gift says when it was claimed, and has no window before', async () => {
  const { aGift, claim } = giftSteps(server);
  const { order, code } = await aGift();
  const receiver = await server.aViewer();
  const member = await anOfficeMember(server, 'support');
  const show = async () => (await member.run('order show', { order: order.orderNo })).json.data;
  const shown = () => member.run('order show', { order: order.orderNo });
  const titles = async () => timelineOf(await shown()).map(({ title }) => title);
  expect(await show()).toMatchObject({ gift: 'waiting', receiverId: null });
  expect(JSON.stringify(await show())).not.toContain(code);
  expect(await titles()).not.toContain(text.opens);

  server.clock.advance(MINUTE);
  await claim(receiver, code);
  expect(await show()).toMatchObject({ gift: 'claimed', receiverId: receiver.userId });
  expect(await titles()).toEqual(
    expect.arrayContaining([text.giftClaimed, text.opens, text.closes]),
  );
});

test('the tables that the timeline replaces are not shown again', async () => {
  const { anUnpaidOrder } = purchaseSteps(server);
  const { order } = await anUnpaidOrder();
  const member = await anOfficeMember(server, 'support');
  const { json } = await member.run('order show', { order: order.orderNo });
  expect(json.tables).toEqual({});
  expect(Object.keys(json.facts)).not.toContain('events');
  expect(json.facts).toMatchObject({ orderDate: 'instant', total: 'number' });
});

/** Parses the reply as the browser does. */
function timelineOf({ json }: { json: unknown }) {
  const result = OperationResult.parse(json);
  if (result.view !== 'order') throw new Error(`The view is ${result.view}`);
  return orderTimelineOf(result.data);
}
