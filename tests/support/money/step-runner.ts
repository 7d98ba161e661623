import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import type { Cast, CouponName } from './cast.ts';
import { forgedProof, forgeLetter } from './forger.ts';
import { feesAtTill } from './fees.ts';
import { decide, type Opened, pay } from './payer.ts';
import { hear, hearAll, loseLetter } from './post.ts';
import type { Call, Step } from './steps.ts';
import type { MoneyWorld } from './world.ts';

interface OrderOf {
  id: number;
  viewer: number;
}
type OfOrder = Exclude<Extract<Call, { which: number }>, { does: 'prove' | 'cancelFee' | 'refundFee' | 'submit' }>;
/** Asks a process as a viewer of the cast. */
export type Ask = (
  at: number,
  method: 'post' | 'put' | 'delete',
  path: string,
  viewer: number,
  body?: object,
) => Promise<{ status: number; json: any }>;

/** Plays steps at the till of a world. What browsers know is kept here: the payments that they began, and their proofs. */
export function aTill(world: MoneyWorld, cast: Cast) {
  const opened: Opened[] = [];
  const wanted = { orders: new Set<number>(), fees: new Set<number>(), films: new Set<number>() };
  const nth = (place: number) => opened.at(-1 - (place % Math.max(1, opened.length)));
  // Who heard nothing asks again with the same keys.
  let tab: string | undefined;
  let tabs = 0;

  const ask: Ask = async (at, method, path, viewer, body) => {
    const process = world.processes[at]!;
    const headers: Record<string, string> = tab ? { 'idempotency-key': `${tab} ${method} ${path}` } : {};
    const answer = await process[method](path, { as: cast.viewers[viewer]!, body, headers });
    if (process.fuse.diedAt()) return { status: 0, json: null };
    // 502, 503: a provider is away, and the house says so.
    if (answer.status >= 500 && ![502, 503].includes(answer.status))
      throw new Error(`${method} ${path} was answered ${answer.text}`);
    return answer;
  };
  const fees = feesAtTill(world, cast, { ask, opened, wanted: wanted.fees, unlessDead });

  /** The orders with whoever asks for them, the newest first. */
  async function orders(): Promise<OrderOf[]> {
    const rows = await world.rows<{ id: number; user_id: number | null }>(
      'select movie_order_id id, user_id from orders order by movie_order_id desc',
    );
    const viewerOf = (userId: number | null) => cast.viewers.findIndex((each) => each.userId === userId);
    return rows.map(({ id, user_id }) => ({ id, viewer: Math.max(0, viewerOf(user_id)) }));
  }

  function slotIn(hours: number) {
    const now = world.clock.now().getTime();
    // Hours of India begin at the half ones of UTC.
    const start = hours ? (Math.floor(now / HOUR - 0.5) + hours) * HOUR + 0.5 * HOUR : now;
    return { bookingStartTime: toWire(new Date(start)), timezone: 'Asia/Kolkata' };
  }

  const codeOf = (coupon: CouponName | null) => (coupon ? cast.coupons[coupon].couponCode : '');

  /** Asks one process for one thing. */
  async function call(now: Call): Promise<unknown> {
    switch (now.does) {
      case 'book':
        return ask(now.at, 'post', `/api/ott/movies/${cast.films[now.film]!.movieId}/orders`, now.viewer, {
          ...slotIn(0),
          ...(now.isAbroad ? { buyerCountry: 'US' } : { buyerState: '33' }),
          ...(now.coupon && { couponCode: codeOf(now.coupon) }),
        });
      case 'erase':
        return ask(now.at, 'delete', '/api/auth/me', now.viewer);
      case 'reconcile':
        return unlessDead(now.at, (deps) => reconcile(deps));
      case 'hear':
        return hear(world, now.at, now.place, now.how);
      case 'prove':
        return prove(now);
      case 'openFee':
      case 'cancelFee':
      case 'refundFee':
      case 'submit':
        return fees.call(now);
      default: {
        const list = await orders();
        return list.length ? ofOrder(now, list[now.which % list.length]!) : undefined;
      }
    }
  }

  async function ofOrder(now: OfOrder, order: OrderOf): Promise<unknown> {
    const put = (on: string, body: object) =>
      ask(now.at, 'put', `/api/ott/orders/${order.id}${on}`, order.viewer, body);
    const post = (on: string, body: object) =>
      ask(now.at, 'post', `/api/ott/orders/${order.id}${on}`, order.viewer, body);
    switch (now.does) {
      case 'setCoupon':
        return put('', { couponCode: codeOf(now.coupon) });
      case 'update':
        return put('', slotIn(now.hours));
      case 'takeForNothing':
        return put('/payment', { paymentStatus: 'PAID' });
      case 'cancel':
        return put('/payment', { paymentStatus: 'CANCELLED' });
      case 'giveBack':
        wanted.orders.add(order.id);
        return post('/refund', {});
      case 'reschedule':
        return post('/reschedule', slotIn(now.hours));
      case 'refund':
        wanted.orders.add(order.id);
        return unlessDead(now.at, (deps) => refund(deps, { movieOrderId: order.id }, 'asked for'));
      case 'checkout':
        return note(now.provider, order, await post('/checkout', { provider: now.provider }));
    }
  }

  /** A payment that began is the browser's to go on with; else the reason why not. */
  function note(
    provider: Opened['provider'],
    { id, viewer }: OrderOf,
    { status, json }: { status: number; json: any },
  ) {
    if (status === 201) opened.push({ provider, orderId: json.order_id, path: `/api/ott/orders/${id}`, viewer });
    return json?.code as string | undefined;
  }

  async function prove({ at, which, how }: Extract<Call, { does: 'prove' }>) {
    const payment = nth(which);
    if (!payment) return;
    const proof = { own: payment.proof, stolen: nth(which + 1)?.proof, forged: forgedProof(payment) }[how];
    await ask(at, 'put', `${payment.path}/payment`, payment.viewer, { paymentStatus: 'PAID', ...proof });
  }

  /** The operator's commands and the jobs answer nobody: a dead process fails in any way, a live one only with a refusal. */
  async function unlessDead(at: number, work: (deps: Deps) => Promise<unknown>) {
    const { deps, fuse } = world.processes[at]!;
    try {
      await work(deps);
    } catch (error) {
      if (!fuse.diedAt() && !(error instanceof AppError)) throw error;
    }
  }

  async function crash({ during, death, asksAgain }: Extract<Step, { does: 'crash' }>) {
    tab = `tab ${++tabs}`;
    world.processes[during.at]!.fuse.light(death.after, death.kind);
    await act(during);
    await world.restart(during.at);
    if (asksAgain) await act({ ...during, at: 1 - during.at });
    tab = undefined;
  }

  async function payTwice({ isAnew, isAtOnce, ...booking }: Extract<Step, { does: 'payTwice' }>) {
    const { at } = booking;
    await act({ ...booking, does: 'begin', provider: 'razorpay' });
    if (isAnew) await call({ does: 'cancel', at, which: 0 });
    await act({ ...booking, does: 'begin', provider: 'paypal' });
    for (const which of [0, 1]) await act({ does: 'pay', which, how: 'plainly' });
    const proofs = [0, 1].map((which) => () => prove({ does: 'prove', at: (at + which) % 2, which, how: 'own' }));
    if (isAtOnce) return Promise.all(proofs.map((each) => each()));
    for (const each of proofs) await each();
    return undefined;
  }

  async function buyFee({ does: _, how, isHeard, next, ...fee }: Extract<Step, { does: 'buyFee' }>) {
    const { at } = fee;
    if (!(await call({ ...fee, does: 'openFee' }))) return;
    await act({ does: 'pay', which: 0, how });
    await world.written();
    if (isHeard) await hearAll(world, at);
    else await call({ does: 'prove', at, which: 0, how: 'own' });
    if (next) await call({ does: next, at, which: 0 });
  }

  /** By both providers, or for two sums. */
  async function payFeeTwice({ does: _, other, ...fee }: Extract<Step, { does: 'payFeeTwice' }>) {
    const { at } = fee;
    await call({ ...fee, does: 'openFee', provider: 'razorpay' });
    await call({ ...fee, amount: other, does: 'openFee', provider: 'paypal' });
    for (const which of [0, 1]) await act({ does: 'pay', which, how: 'plainly' });
    return Promise.all([0, 1].map((which) => prove({ does: 'prove', at: (at + which) % 2, which, how: 'own' })));
  }

  async function act(now: Step): Promise<unknown> {
    switch (now.does) {
      case 'begin':
        await call({ ...now, does: 'book', isAbroad: true });
        return call({ ...now, does: 'checkout', which: 0 });
      case 'buy':
        if ((await act({ ...now, does: 'begin' })) === 'nothing_to_pay')
          return call({ does: 'takeForNothing', at: now.at, which: 0 });
        await act({ does: 'pay', which: 0, how: now.how });
        await world.written();
        return now.isHeard ? hearAll(world, now.at) : call({ does: 'prove', at: now.at, which: 0, how: 'own' });
      case 'payTwice':
        return payTwice(now);
      case 'buyFee':
        return buyFee(now);
      case 'payFeeTwice':
        return payFeeTwice(now);
      case 'hearAll':
        return hearAll(world, now.at);
      case 'together':
        return Promise.all([call(now.one), call(now.other)]);
      case 'crash':
        return crash(now);
      case 'pay':
        return nth(now.which) && pay(world, nth(now.which)!, now.how);
      case 'decide':
        return nth(now.which) && decide(world, nth(now.which)!, now.isYes);
      case 'loseLetter':
        return loseLetter(world, now.place);
      case 'forgeLetter':
        return forgeLetter(world, now.at, now.provider, nth(now.which)?.orderId ?? 'order_Forged0000001');
      case 'trouble':
        return world.providers({ provider: now.provider, api: 'error_500', applied: now.isDone });
      case 'withdraw':
        wanted.films.add(cast.films[now.film]!.movieId);
        return world.rows(`update movies set active = 'N' where movie_id = $1`, cast.films[now.film]!.movieId);
      case 'wait':
        return world.clock.advance(now.for);
      default:
        return call(now);
    }
  }

  return {
    wanted,
    async play(now: Step) {
      await act(now);
      await world.written();
    },
  };
}
