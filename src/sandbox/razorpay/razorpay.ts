import { setTimeout as pause } from 'node:timers/promises';
import { commonActions, type PaymentSandboxContext, resultOrMessage } from '../payment-sandbox.ts';
import { captureLate } from './capture.ts';
import { razorpayTables } from './control-page.ts';
import { createLateCaptures } from './late-captures.ts';
import { payOrder, SUCCESS_VPA } from './pay.ts';
import { moveDispute, openDispute } from './disputes.ts';
import { failRefund, finishRefund, refundPayment } from './refunds.ts';
import { openStore, type RazorpayState } from './state.ts';
import { razorpayRoutes } from './routes.ts';
import { openScripts, type RazorpayAction, type RazorpayCommand } from './scripts.ts';
import { createWebhooks } from './webhooks.ts';

export interface RazorpayCredentials {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

/** Simulates Razorpay: its API, its popup's payment call and its webhooks. */
export function createRazorpaySandbox(options: PaymentSandboxContext & RazorpayCredentials) {
  const { journal, keyId, keySecret, webhookUrl, webhookSecret, now, fetch } = options;
  const store = openStore(journal);
  const scripts = openScripts(journal);
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  const webhooks = createWebhooks({
    deliveries: store.deliveries,
    scripts,
    url: webhookUrl,
    secret: webhookSecret,
    nowSeconds,
    fetch,
  });
  const state: RazorpayState = {
    store,
    scripts,
    webhooks,
    keySecret,
    nowSeconds,
    captureLater: (id, ms) => lateCaptures.schedule(id, ms),
  };
  const lateCaptures = createLateCaptures(store.lateCaptures, (id) => captureLate(state, id));
  const closing = new AbortController();

  const wait = (ms: number) =>
    pause(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

  const list = () => ({
    scripts: scripts.list(),
    orders: store.orders.all().reverse(),
    payments: store.payments.all().reverse(),
    refunds: store.refunds.all().reverse(),
    disputes: store.disputes.all().reverse(),
    webhooks: store.deliveries.all().reverse(),
  });

  const common = commonActions({ list, webhooks, scripts, store });

  function runAction(command: RazorpayAction) {
    switch (command.action) {
      case 'pay':
        return payOrder(state, { order_id: command.order_id, vpa: SUCCESS_VPA });
      case 'capture':
        return captureLate(state, command.payment_id);
      case 'finish_refund':
        return finishRefund(state, command.refund_id);
      case 'fail_refund':
        return failRefund(state, command.refund_id);
      case 'return':
        return refundPayment({
          state,
          paymentId: command.payment_id,
          body: { amount: command.amountInPaise },
          key: undefined,
        });
      case 'dispute':
        return openDispute(state, command.payment_id, command.amountInPaise);
      case 'move_dispute':
        return moveDispute(state, command.dispute_id, command.status);
      default:
        return common[command.action]();
    }
  }

  webhooks.resume();
  lateCaptures.resume();

  return {
    routes: razorpayRoutes(state, keyId, wait),
    list,
    tables: () => razorpayTables(list()),
    control(command: RazorpayCommand): object {
      if ('action' in command) return resultOrMessage(() => runAction(command));
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
