import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { claimOf, feePayments } from '../support/fees.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';

const clock = aClock();
let house: TestHouse;
let fees: ReturnType<typeof feePayments>;
beforeAll(async () => {
  house = await aHouse({ clock });
  fees = feePayments(house);
});

const rows = async (sql: string) => (await house.database.query(sql)).rows as Record<string, unknown>[];
const filmsOf = ({ userId }: { userId: number }) =>
  rows(`select fee_id from submissions where user_id = ${userId} order by movie_id`);
async function aPaidMaker(options = {}) {
  const maker = await house.aViewer();
  return fees.aPaidFee(maker, options);
}
const refusal = ({ status, json }: { status: number; json: any }) => `${status} ${json.code}`;

describe('a film', () => {
  test('without a fee is taken in as it is, whatever is said of a payment', async () => {
    const maker = await house.aViewer();
    expect((await fees.submit(maker, { contactPayment: 0, contactPaymentStatus: 'PAID' })).status).toBe(201);
    expect(await filmsOf(maker)).toEqual([{ fee_id: null }]);
  });

  test.each(['razorpay', 'paypal'] as const)('with a fee paid by %s is joined to it', async (provider) => {
    const { maker, feeId, paid } = await aPaidMaker({ provider });
    const { status, json } = await fees.submit(maker, claimOf(paid));
    expect(status).toBe(201);
    expect(await filmsOf(maker)).toEqual([{ fee_id: feeId }]);
    expect(await fees.read({ maker, feeId, provider, orderId: '' })).toMatchObject({
      paymentStatus: 'PAID',
      movieId: json.movieId,
    });
  });

  test.each([
    ['nothing said of the payment', { contactPaymentStatus: undefined, contactPaymentTransno: undefined }],
    ['a payment that was dismissed', { contactPaymentStatus: 'CANCELLED' }],
    ['no transaction', { contactPaymentTransno: null }],
    ['an empty transaction', { contactPaymentTransno: '' }],
    ['a transaction that nobody knows', { contactPaymentTransno: 'pay_Unknown0000001' }],
  ])('with %s is refused with the specification’s sentence', async (_, claim) => {
    const { maker, paid } = await aPaidMaker();
    expect(await fees.submit(maker, { ...claimOf(paid), ...claim })).toMatchObject({
      status: 422,
      json: {
        code: 'fee_not_paid',
        message: 'Please select the paymentMethod',
        errors: [{ path: 'contactPaymentMethod', message: 'Please select the paymentMethod' }],
      },
    });
    expect(await filmsOf(maker)).toEqual([]);
    expect(await fees.unused(maker)).toMatchObject({ feeId: paid.feeId });
  });

  test('with another maker’s fee, or a ticket’s money, is refused', async () => {
    const [maker, { paid }] = [await house.aViewer(), await aPaidMaker()];
    expect(refusal(await fees.submit(maker, claimOf(paid)))).toBe('422 fee_not_paid');
    const ticket = await house.anOrder(maker, await house.aFilm(), { paymentTransactionNo: 'pay_Ticket00000001' });
    const claim = claimOf({ amount: 176, paymentTransactionNo: ticket.paymentTransactionNo! });
    expect(refusal(await fees.submit(maker, claim))).toBe('422 fee_not_paid');
  });

  test.each([['NEW'], ['PROCESSING'], ['CANCELLED'], ['REFUNDED']])(
    'with a fee that is %s is refused',
    async (status) => {
      const { maker, paid } = await aPaidMaker();
      await rows(`update submission_fees set payment_status = '${status}' where fee_id = ${paid.feeId}`);
      expect(refusal(await fees.submit(maker, claimOf(paid)))).toBe('422 fee_not_paid');
    },
  );

  test('with another sum than was paid is refused', async () => {
    const { maker, paid } = await aPaidMaker();
    for (const contactPayment of [499.99, 500.01, 1])
      expect(refusal(await fees.submit(maker, { ...claimOf(paid), contactPayment }))).toBe('409 price_changed');
    expect(await filmsOf(maker)).toEqual([]);
  });
});

describe('one fee', () => {
  test('serves one film', async () => {
    const { maker, paid } = await aPaidMaker();
    expect((await fees.submit(maker, claimOf(paid))).status).toBe(201);
    expect(refusal(await fees.submit(maker, claimOf(paid)))).toBe('409 fee_used');
    expect(await filmsOf(maker)).toHaveLength(1);
  });

  test('serves one film also when two are sent at once (10 rounds)', async () => {
    for (let round = 0; round < 10; round++) {
      const { maker, paid } = await aPaidMaker();
      const answers = await Promise.all([1, 2, 3].map(() => fees.submit(maker, claimOf(paid))));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
      expect(await filmsOf(maker)).toHaveLength(1);
    }
  });

  test('is the same film’s when that is sent again', async () => {
    const { maker, feeId, paid } = await aPaidMaker();
    const draft = { ...claimOf(paid), draftKey: randomUUID() };
    const [first, again] = [await fees.submit(maker, draft), await fees.submit(maker, draft)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await filmsOf(maker)).toEqual([{ fee_id: feeId }]);
  });
});

describe('a fee that is given back', () => {
  test('is of no use from the moment that it is asked for, and ends when the money went', async () => {
    const { maker, feeId, paid } = await aPaidMaker();
    await refund(house.deps, { feeId }, 'The maker asked');
    expect(refusal(await fees.submit(maker, claimOf(paid)))).toBe('422 fee_not_paid');
    expect(await fees.unused(maker)).toBeNull();
    await reconcile(house.deps);
    expect((await fees.read({ maker, feeId, provider: 'razorpay', orderId: '' })).paymentStatus).toBe('REFUNDED');
    await refund(house.deps, { feeId }, 'again');
    expect(await rows(`select state, reason, ends_ticket from refunds where fee_id = ${feeId}`)).toEqual([
      { state: 'done', reason: 'The maker asked', ends_ticket: true },
    ]);
    // What is paid anew is another fee.
    expect((await fees.aPaidFee(maker)).paid).toMatchObject({ paymentStatus: 'PAID' });
  });

  test('does not keep the maker from paying anew while it is on its way', async () => {
    const { maker, feeId } = await aPaidMaker();
    await refund(house.deps, { feeId }, 'The maker asked');
    const { feeId: next } = await fees.aPaidFee(maker);
    await reconcile(house.deps);
    expect(
      await rows(`select payment_status from submission_fees where fee_id in (${feeId}, ${next}) order by fee_id`),
    ).toEqual([{ payment_status: 'REFUNDED' }, { payment_status: 'PAID' }]);
  });

  test('and used at the same moment is one of the two (10 rounds)', async () => {
    for (let round = 0; round < 10; round++) {
      const { maker, feeId, paid } = await aPaidMaker();
      const [sent] = await Promise.all([
        fees.submit(maker, claimOf(paid)),
        refund(house.deps, { feeId }, 'The maker asked'),
      ]);
      expect([201, 422]).toContain(sent.status);
      expect(await filmsOf(maker)).toHaveLength(sent.status === 201 ? 1 : 0);
    }
  });

  test.each(['NEW', 'PROCESSING', 'CANCELLED'])('cannot be one that is %s', async (paymentStatus) => {
    const { feeId } = await house.aFee(await house.aViewer(), { paymentStatus });
    await expect(refund(house.deps, { feeId }, 'why')).rejects.toMatchObject({
      code: 'not_refundable',
      message: 'There is no payment of this fee that could be returned',
    });
  });
});
