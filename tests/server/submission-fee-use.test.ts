import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '#server/jobs/reconcile.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { submissionFieldsFor, feePayments } from '../support/fees.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();
let server: TestServer;
let fees: ReturnType<typeof feePayments>;
beforeAll(async () => {
  server = await aServer({ clock });
  fees = feePayments(server);
});

const rows = async (sql: string) =>
  (await server.database.query(sql)).rows as Record<string, unknown>[];
const filmsOf = ({ userId }: { userId: number }) =>
  rows(`select fee_id from submissions where user_id = ${userId} order by movie_id`);
async function aPaidMaker(options = {}) {
  const maker = await server.aViewer();
  return fees.aPaidFee(maker, options);
}
const refusal = ({ status, json }: { status: number; json: any }) => `${status} ${json.code}`;

describe('a film', () => {
  test('without a fee is accepted, whatever payment status is sent', async () => {
    const maker = await server.aViewer();
    expect(
      (await fees.submit(maker, { contactPayment: 0, contactPaymentStatus: 'PAID' })).status,
    ).toBe(201);
    expect(await filmsOf(maker)).toEqual([{ fee_id: null }]);
  });

  test.each(['razorpay', 'paypal'] as const)(
    'with a fee paid by %s is linked to the fee',
    async (provider) => {
      const { maker, feeId, paid } = await aPaidMaker({ provider });
      const { status, json } = await fees.submit(maker, submissionFieldsFor(paid));
      expect(status).toBe(201);
      expect(await filmsOf(maker)).toEqual([{ fee_id: feeId }]);
      expect(await fees.read({ maker, feeId, provider, providerOrderId: '' })).toMatchObject({
        paymentStatus: 'PAID',
        movieId: json.movieId,
      });
    },
  );

  test.each([
    ['no payment data', { contactPaymentStatus: undefined, contactPaymentTransno: undefined }],
    ['a dismissed payment', { contactPaymentStatus: 'CANCELLED' }],
    ['no transaction', { contactPaymentTransno: null }],
    ['an empty transaction', { contactPaymentTransno: '' }],
    ['an unknown transaction', { contactPaymentTransno: 'pay_Unknown0000001' }],
  ])('with %s is refused with the specification’s message', async (_, claim) => {
    const { maker, paid } = await aPaidMaker();
    expect(await fees.submit(maker, { ...submissionFieldsFor(paid), ...claim })).toMatchObject({
      status: 422,
      json: {
        code: 'fee_not_paid',
        message: 'Please select the paymentMethod',
        errors: [{ path: 'contactPaymentMethod', message: 'Please select the paymentMethod' }],
      },
    });
    expect(await filmsOf(maker)).toEqual([]);
    expect(await fees.unusedFee(maker)).toMatchObject({ feeId: paid.feeId });
  });

  test('with another maker’s fee or a ticket’s payment is refused', async () => {
    const [maker, { paid }] = [await server.aViewer(), await aPaidMaker()];
    expect(refusal(await fees.submit(maker, submissionFieldsFor(paid)))).toBe('422 fee_not_paid');
    const ticket = await server.anOrder(maker, await server.aFilm(), {
      paymentTransactionNo: 'pay_Ticket00000001',
    });
    const claim = submissionFieldsFor({
      amount: 176,
      paymentTransactionNo: ticket.paymentTransactionNo!,
    });
    expect(refusal(await fees.submit(maker, claim))).toBe('422 fee_not_paid');
  });

  test.each([['NEW'], ['PROCESSING'], ['CANCELLED'], ['REFUNDED']])(
    'with a fee that is %s is refused',
    async (status) => {
      const { maker, paid } = await aPaidMaker();
      await rows(
        `update submission_fees set payment_status = '${status}' where fee_id = ${paid.feeId}`,
      );
      expect(refusal(await fees.submit(maker, submissionFieldsFor(paid)))).toBe('422 fee_not_paid');
    },
  );

  test('with another amount than the paid one is refused', async () => {
    const { maker, paid } = await aPaidMaker();
    for (const contactPayment of [499.99, 500.01, 1])
      expect(
        refusal(await fees.submit(maker, { ...submissionFieldsFor(paid), contactPayment })),
      ).toBe('409 price_changed');
    expect(await filmsOf(maker)).toEqual([]);
  });
});

describe('one fee', () => {
  test('pays one film', async () => {
    const { maker, paid } = await aPaidMaker();
    expect((await fees.submit(maker, submissionFieldsFor(paid))).status).toBe(201);
    expect(refusal(await fees.submit(maker, submissionFieldsFor(paid)))).toBe('409 fee_used');
    expect(await filmsOf(maker)).toHaveLength(1);
  });

  test('pays one film when several are submitted at the same moment (10 rounds)', async () => {
    for (let round = 0; round < 10; round++) {
      const { maker, paid } = await aPaidMaker();
      const responses = await Promise.all(
        [1, 2, 3].map(() => fees.submit(maker, submissionFieldsFor(paid))),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
      expect(await filmsOf(maker)).toHaveLength(1);
    }
  });

  test('stays with its film when the draft is sent again', async () => {
    const { maker, feeId, paid } = await aPaidMaker();
    const draft = { ...submissionFieldsFor(paid), draftKey: randomUUID() };
    const [first, again] = [await fees.submit(maker, draft), await fees.submit(maker, draft)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await filmsOf(maker)).toEqual([{ fee_id: feeId }]);
  });
});

describe('a refunded fee', () => {
  test('cannot be used after the refund request, and is REFUNDED when the refund is done', async () => {
    const { maker, feeId, paid } = await aPaidMaker();
    await requestRefund(server.deps, { feeId }, 'The maker asked');
    expect(refusal(await fees.submit(maker, submissionFieldsFor(paid)))).toBe('422 fee_not_paid');
    expect(await fees.unusedFee(maker)).toBeNull();
    await reconcile(server.deps);
    expect(
      (await fees.read({ maker, feeId, provider: 'razorpay', providerOrderId: '' })).paymentStatus,
    ).toBe('REFUNDED');
    await requestRefund(server.deps, { feeId }, 'again');
    expect(
      await rows(
        `select state, reason, ends_ticket as refunds_bill from refunds where fee_id = ${feeId}`,
      ),
    ).toEqual([{ state: 'done', reason: 'The maker asked', refunds_bill: true }]);
    // A new payment creates another fee.
    expect((await fees.aPaidFee(maker)).paid).toMatchObject({ paymentStatus: 'PAID' });
  });

  test('does not block a new fee before the refund is done', async () => {
    const { maker, feeId } = await aPaidMaker();
    await requestRefund(server.deps, { feeId }, 'The maker asked');
    const { feeId: next } = await fees.aPaidFee(maker);
    await reconcile(server.deps);
    expect(
      await rows(
        `select payment_status from submission_fees where fee_id in (${feeId}, ${next}) order by fee_id`,
      ),
    ).toEqual([{ payment_status: 'REFUNDED' }, { payment_status: 'PAID' }]);
  });
});

test('a film that is submitted at the moment of the refund request is either accepted or refused (10 rounds)', async () => {
  for (let round = 0; round < 10; round++) {
    const { maker, feeId, paid } = await aPaidMaker();
    const [sent] = await Promise.all([
      fees.submit(maker, submissionFieldsFor(paid)),
      requestRefund(server.deps, { feeId }, 'The maker asked'),
    ]);
    expect([201, 422]).toContain(sent.status);
    expect(await filmsOf(maker)).toHaveLength(sent.status === 201 ? 1 : 0);
  }
});

test.each(['NEW', 'PROCESSING', 'CANCELLED'] as const)(
  'a fee that is %s cannot be refunded',
  async (paymentStatus) => {
    const { feeId } = await server.aFee(await server.aViewer(), { paymentStatus });
    await expect(requestRefund(server.deps, { feeId }, 'why')).rejects.toMatchObject({
      code: 'not_refundable',
      message: 'This fee has no payment to refund',
    });
  },
);
