import type { PaymentStatus } from '#contract/booking.ts';
import type { Channel, ChannelMovie, ProducerOrder } from '#contract/producer.ts';
import { toWire } from '#domain/dates.ts';
import { toRupees } from '#domain/pricing.ts';
import type { ChannelRow, MovieRow, OrderRow } from './queries.ts';

export const toChannel = ({ channelId, channelName, channelImage }: ChannelRow): Channel => ({
  channelId,
  channelName,
  channelImage,
});

export const toChannelMovie = (movie: MovieRow): ChannelMovie => ({
  movieId: movie.movieId,
  movieName: movie.movieName,
  movieNameEn: movie.movieNameEn,
  image: movie.poster,
  posterGel: movie.posterGel,
  primaryLanguage: movie.primaryLanguage,
});

export const toMovieInfo = (movie: MovieRow) => ({
  movieId: movie.movieId,
  movieName: movie.movieName,
  movieNameEn: movie.movieNameEn,
  primaryLanguage: movie.primaryLanguage,
  moviePoster: movie.poster,
  posterGel: movie.posterGel,
  active: movie.active === 'Y' ? ('Y' as const) : ('N' as const),
  streamingStartDate: movie.streamingStartDate && toWire(movie.streamingStartDate),
});

export const toProducerOrder = (order: OrderRow): ProducerOrder => ({
  movieOrderId: order.movieOrderId,
  orderDate: toWire(order.orderDate),
  orderSource: order.orderSource,
  orderCountry: order.orderCountry,
  transactionCurrencyCode: order.currency,
  // Chosen: the price at the time of the order, not the current price, so that the columns add up.
  orderMovie: { ticketRate: toRupees(order.unitPrice) },
  totalTaxValue: toRupees(order.totalTaxValue),
  discountValue: toRupees(order.discountValue),
  totalRoundedValue: toRupees(order.totalRoundedValue),
  paymentStatus: order.paymentStatus as PaymentStatus,
});
