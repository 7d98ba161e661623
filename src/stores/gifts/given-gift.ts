import type { Order } from '#contract/booking.ts';
import { ticketInfo } from '../booking/booking.ts';

/**
 * The booking page then shows the same film, name and message; only the receiver is another one.
 */
export function giveToAnother({ movieId, gift }: Pick<Order, 'movieId' | 'gift'>) {
  if (!gift) return;
  const { giverName, message } = gift;
  ticketInfo.set({
    movieId,
    date: '',
    time: '',
    startTime: '',
    gift: { giverName, receiverName: null, message },
  });
}
