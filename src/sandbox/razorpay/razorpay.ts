import type { RazorpayCommand } from '../control.ts';
import type { Journal } from '../journal.ts';
import { captureLate } from './capture.ts';
import { createLateCaptures } from './late-captures.ts';
import { payOrder, SUCCESS_VPA } from './pay.ts';
import { ApiError } from './api-error.ts';
import { failRefund, finishRefund } from './refunds.ts';
import { openStore, type RazorpayState } from './state.ts';
import { razorpayRoutes } from './routes.ts';
import { openScripts } from './scripts.ts';
import { createWebhooks } from './webhooks.ts';

interface RazorpaySandboxOptions {
  journal: Journal;
  keyId: string;
  keySecret: string;
  webhookUrl: string;
  webhookSecret: string;
  now(): Date;
  fetch?: typeof globalThis.fetch;
}

export type RazorpaySandbox = ReturnType<typeof createRazorpaySandbox>;

/** Simulates Razorpay: its API, its popup's payment call and its webhooks. */
export function createRazorpaySandbox(options: RazorpaySandboxOptions) {
  const { journal, keyId, keySecret, webhookUrl, webhookSecret, now, fetch } = options;
  const store = openStore(journal);
  const scripts = openScripts(journal);
  const seconds = () => Math.floor(now().getTime() / 1000);
  const webhooks = createWebhooks({
    deliveries: store.deliveries,
    scripts,
    url: webhookUrl,
    secret: webhookSecret,
    seconds,
    fetch,
  });
  const state: RazorpayState = {
    store,
    scripts,
    webhooks,
    keySecret,
    seconds,
    captureLater: (id, ms) => lateCaptures.schedule(id, ms),
  };
  const lateCaptures = createLateCaptures(store.lateCaptures, (id) => captureLate(state, id));
  const closing = new AbortController();

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      closing.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      if (closing.signal.aborted) resolve();
    });

  const list = () => ({
    scripts: scripts.list(),
    orders: store.orders.all().reverse(),
    payments: store.payments.all().reverse(),
    refunds: store.refunds.all().reverse(),
    webhooks: store.deliveries.all().reverse(),
  });

  function runAction(command: Extract<RazorpayCommand, { action: string }>) {
    switch (command.action) {
      case 'pay':
        return resultOrMessage(() => payOrder(state, { order_id: command.order_id, vpa: SUCCESS_VPA }));
      case 'capture':
        return resultOrMessage(() => captureLate(state, command.payment_id));
      case 'finish_refund':
        return resultOrMessage(() => finishRefund(state, command.refund_id));
      case 'fail_refund':
        return resultOrMessage(() => failRefund(state, command.refund_id));
      case 'release':
        webhooks.release();
        break;
      case 'forget':
        scripts.clear();
        break;
      case 'reset':
        store.transaction(() => {
          store.clear();
          scripts.clear();
        });
        break;
      case 'list':
    }
    return list();
  }

  webhooks.resume();
  lateCaptures.resume();

  return {
    routes: razorpayRoutes({ state, keyId, wait }),
    list,
    control(command: RazorpayCommand): object {
      if ('action' in command) return runAction(command);
      scripts.add(command);
      return { scripts: scripts.list() };
    },
    isBusy: () => webhooks.isBusy() || lateCaptures.isBusy(),
    close() {
      closing.abort();
      webhooks.close();
      lateCaptures.close();
    },
  };
}

function resultOrMessage(work: () => object) {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message };
    throw error;
  }
}
