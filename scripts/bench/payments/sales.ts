import { eq } from 'drizzle-orm';
import { DAY } from '#domain/limits/durations.ts';
import { searchColumns } from '#domain/search-key.ts';
import { one } from '#server/db/one.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/booking.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import type { Deps } from '#server/deps.ts';
import { orderBill } from '#server/streaming/booking/order-bill.ts';
import { addPackage } from '../package.ts';
import { pick } from '../pick.ts';
import type { SandboxProvider } from './sandbox-provider.ts';

const ROWS_AT_ONCE = 500;
const TOTAL_PAISE = 17_600;

/** An order with its open payment attempt. */
export interface Sale {
  order: typeof orders.$inferSelect;
  attemptId: number;
  providerOrderId: string;
}

export async function insertFilm({ db, now }: Deps, movieName: string): Promise<number> {
  const since = new Date(now().getTime() - DAY);
  const inserted = await db
    .insert(movies)
    .values({
      movieName,
      ...searchColumns({ movieName }),
      movieKey: `bench-${movieName}`,
      primaryLanguage: 'Tamil',
      movieType: 'MOVIES',
      ticketRate: 14_900,
      streamingStartDate: since,
      releaseDate: since,
      packageId: await addPackage(db),
    })
    .returning();
  return one(inserted).movieId;
}

/**
 * Inserts open orders for one film, each of a new viewer and with an open order at the provider.
 */
export async function openSales({
  deps,
  provider,
  movieId,
  count,
}: {
  deps: Deps;
  provider: SandboxProvider;
  movieId: number;
  count: number;
}): Promise<Sale[]> {
  const sales: Sale[] = [];
  while (sales.length < count)
    sales.push(
      ...(await openSaleBatch(deps, {
        provider,
        movieId,
        count: Math.min(ROWS_AT_ONCE, count - sales.length),
      })),
    );
  return sales;
}

async function openSaleBatch(
  { db, now }: Deps,
  { provider, movieId, count }: { provider: SandboxProvider; movieId: number; count: number },
): Promise<Sale[]> {
  const at = now();
  const people = await db
    .insert(users)
    .values(Array.from({ length: count }, () => ({ dialCode: '91', firstName: 'Meena' })))
    .returning();
  const inserted = await db
    .insert(orders)
    .values(
      people.map(({ userId }) => ({
        orderNo: `BENCH-${userId}`,
        userId,
        movieId,
        bookingStartTime: at,
        bookingEndTime: new Date(at.getTime() + DAY),
        timezone: 'Asia/Kolkata',
        unitPrice: 14_900,
        discountValue: 0,
        totalOrderValue: 14_900,
        taxPercentage: 18,
        totalTaxValue: 2682,
        totalRoundedValue: TOTAL_PAISE,
        currency: 'INR',
        orderDate: at,
        paymentStatus: 'NEW' as const,
      })),
    )
    .returning();
  const ids: string[] = [];
  for (const { orderNo } of inserted)
    ids.push(await provider.createOrder(TOTAL_PAISE, `${orderNo}-1`));
  const attempts = await db
    .insert(paymentAttempts)
    .values(
      inserted.map(({ movieOrderId, orderNo }, index) => ({
        movieOrderId,
        provider: 'razorpay' as const,
        receipt: `${orderNo}-1`,
        providerOrderId: pick(ids, index),
        amount: TOTAL_PAISE,
        currency: 'INR',
        billTotal: TOTAL_PAISE,
        createdAt: at,
      })),
    )
    .returning();
  return inserted.map((order, index) => ({
    order,
    attemptId: pick(attempts, index).attemptId,
    providerOrderId: pick(ids, index),
  }));
}

/**
 * Pays a sale at the provider and issues ticket and invoice, as after a payment proof of the
 * browser.
 */
export async function completeSale(
  deps: Deps,
  provider: SandboxProvider,
  { order, attemptId, providerOrderId }: Sale,
) {
  const transactionNo = await provider.pay(providerOrderId);
  await deps.db.transaction(async (tx) => {
    const bill = orderBill(order, deps.config);
    await tx
      .update(paymentAttempts)
      .set({ state: 'paid', providerPaymentId: transactionNo })
      .where(eq(paymentAttempts.attemptId, attemptId));
    await bill.markPaid(
      tx,
      deps,
      { mode: 'UPI', transactionNo, currency: order.currency },
      deps.now(),
    );
  });
}
