import type { Order, PaymentStatus } from '#contract/booking.ts';
import { toWire } from '#domain/dates.ts';
import { UNIT_OF_MEASURE } from '#domain/limits.ts';
import { toRupees } from '#domain/pricing.ts';
import type { BookedOrder } from './queries.ts';

export function toOrder({ order, movie }: BookedOrder): Order {
  return {
    movieOrderId: order.movieOrderId,
    orderNo: order.orderNo,
    userId: order.userId ?? 0,
    movieId: order.movieId,
    bookingStartTime: toWire(order.bookingStartTime),
    bookingEndTime: toWire(order.bookingEndTime),
    unitPrice: toRupees(order.unitPrice),
    orderQuantity: 1,
    uom: UNIT_OF_MEASURE,
    discountPercentage: order.discountPercentage,
    discountType: order.discountType,
    couponCode: order.couponCode,
    discountValue: toRupees(order.discountValue),
    totalOrderValue: toRupees(order.totalOrderValue),
    taxPercentage: order.taxPercentage,
    totalTaxValue: toRupees(order.totalTaxValue),
    totalRoundedValue: toRupees(order.totalRoundedValue),
    transactionCurrencyCode: order.currency,
    orderDate: toWire(order.orderDate),
    orderRemarks: order.orderRemarks,
    paymentMode: order.paymentMode,
    paymentStatus: order.paymentStatus as PaymentStatus,
    paymentTransactionNo: order.paymentTransactionNo,
    orderCountry: order.orderCountry,
    latitude: order.latitude,
    longitude: order.longitude,
    orderSource: order.orderSource,
    timezone: order.timezone,
    orderMovie: {
      movieId: movie.movieId,
      movieName: movie.movieName,
      movieNameEn: movie.movieNameEn,
      moviePoster: movie.poster,
      posterGel: movie.posterGel,
      primaryLanguage: movie.primaryLanguage,
      runningTime: movie.runningTime,
      movieType: movie.movieType,
    },
  };
}
