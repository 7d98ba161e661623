import type { ReturnOutcome } from '#routes.ts';
import { currentLocation, replaceUrl } from '../lib/navigate.ts';

/**
 * What `returnedPath` put into the address. The outcome is removed, so that a reload does not
 * repeat it.
 */
export function takePaymentReturn(): { orderId: number; outcome: ReturnOutcome } {
  const { pathname, search } = currentLocation();
  const query = new URLSearchParams(search);
  const outcome = query.get('outcome');
  const orderId = Number(query.get('order'));
  if (outcome) replaceUrl(pathname + (orderId ? `?order=${orderId}` : ''));
  return { orderId, outcome: outcome === 'failed' || outcome === 'cancelled' ? outcome : null };
}
