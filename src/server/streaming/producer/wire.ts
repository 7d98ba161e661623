import type { ChannelMovie, ProducerOrder } from '#contract/producer.ts';
import { toWire } from '#domain/dates.ts';
import { toRupees } from '#domain/pricing.ts';
import type { MovieRow, OrderRow } from './queries.ts';

// A row has more columns than its reply. `serveEndpoint` drops those that the contract does not
// name.

export const toChannelMovie = (movie: MovieRow): ChannelMovie => ({
  ...movie,
  image: movie.poster,
});

export const toMovieInfo = (movie: MovieRow) => ({
  ...movie,
  moviePoster: movie.poster,
  active: movie.active,
  streamingStartDate: movie.streamingStartDate && toWire(movie.streamingStartDate),
});

export const toProducerOrder = (order: OrderRow): ProducerOrder => ({
  ...order,
  orderDate: toWire(order.orderDate),
  transactionCurrencyCode: order.currency,
  // Chosen: the price at the time of the order, not the current price, so that price, discount and
  // tax add up to the total.
  orderMovie: { ticketRate: toRupees(order.unitPrice) },
  totalTaxValue: toRupees(order.totalTaxValue),
  discountValue: toRupees(order.discountValue),
  totalRoundedValue: toRupees(order.totalRoundedValue),
  paymentStatus: order.paymentStatus,
});
