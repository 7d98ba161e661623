import { sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createDeliveries } from '../deliveries.ts';
import { newId } from '../id.ts';
import { commonActions, type PaymentSandboxContext, resultOrMessage } from '../payment-sandbox.ts';
import { sandboxCertificate } from './certificate.ts';
import { paypalTables } from './control-page.ts';
import { approveOrder, resolveCapture } from './orders.ts';
import { openDispute, resolveDispute } from './disputes.ts';
import { failRefund, finishRefund, refundCapture } from './refunds.ts';
import { openStore, type PaypalCredentials, type PaypalState } from './state.ts';
import { paypalRoutes } from './routes.ts';
import { openScripts, type PaypalAction, type PaypalCommand } from './scripts.ts';

/** Simulates PayPal: its API, its popup and its signed webhooks. */
export function createPaypalSandbox(options: PaymentSandboxContext & PaypalCredentials) {
  const { journal, origin, webhookId, webhookUrl, now, fetch } = options;
  const base = `${origin}/sandbox/paypal`;
  const store = openStore(journal);
  const scripts = openScripts(journal);
  const deliveries = createDeliveries({
    deliveries: store.deliveries,
    url: webhookUrl,
    fetch,
    takeFault: (event) => scripts.take('webhook', event),
    sign: ({ id, body }, isCorrupt) =>
      signatureHeaders({ id, body: isCorrupt ? `${body} ` : body }),
  });

  function signatureHeaders({ id, body }: { id: string; body: string }) {
    const time = now().toISOString();
    const text = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('RSA-SHA256', text, sandboxCertificate().privateKey).toString(
        'base64',
      ),
      'paypal-cert-url': `${base}/certs/webhooks.pem`,
      'paypal-auth-algo': 'SHA256withRSA',
    };
  }

  const state: PaypalState = {
    store,
    scripts,
    base,
    now,
    emit(event, resource) {
      const id = newId('WH-');
      const content = {
        id,
        event_version: '1.0',
        create_time: now().toISOString(),
        event_type: event,
        resource,
      };
      deliveries.emit({ id, event, body: JSON.stringify(content) });
    },
  };

  const list = () => ({
    scripts: scripts.list(),
    orders: store.orders.all().reverse(),
    captures: store.captures.all().reverse(),
    refunds: store.refunds.all().reverse(),
    disputes: store.disputes.all().reverse(),
    webhooks: store.deliveries.all().reverse(),
  });

  const common = commonActions({ list, webhooks: deliveries, scripts, store });

  function runAction(command: PaypalAction) {
    switch (command.action) {
      case 'approve':
        return approveOrder(state, command.order_id);
      case 'complete':
        return resolveCapture(state, command.capture_id, 'COMPLETED');
      case 'deny':
        return resolveCapture(state, command.capture_id, 'DECLINED');
      case 'return':
        return refundCapture({
          state,
          captureId: command.capture_id,
          body: amountBody(command.amountInCents),
        });
      case 'dispute':
        return openDispute(state, command.capture_id, command.amountInCents);
      case 'resolve_dispute':
        return resolveDispute(state, command.dispute_id, command.outcome);
      case 'finish_refund':
        return finishRefund(state, command.refund_id);
      case 'fail_refund':
        return failRefund(state, command.refund_id);
      default:
        return common[command.action]();
    }
  }

  deliveries.resume();

  return {
    routes: paypalRoutes(state, options),
    list,
    tables: () => paypalTables(list()),
    control(command: PaypalCommand): object {
      if ('action' in command) return resultOrMessage(() => runAction(command));
      scripts.add(command);
      return { scripts: scripts.list() };
    },
    isBusy: deliveries.isBusy,
    close: deliveries.close,
  };
}

const amountBody = (cents: number | undefined) =>
  cents === undefined ? {} : { amount: { currency_code: 'USD', value: (cents / 100).toFixed(2) } };
