import { describe, expect, test } from 'vitest';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import {
  ABROAD,
  chooseCountry,
  chooseProvider,
  chooseState,
} from '#stores/payments/choose-place.ts';
import { pay } from '#stores/payments/pay.ts';
import { aPaymentPage } from '../support/payment-page.ts';
import { waitFor } from '../support/wait-for.ts';

const SUPPLIER = {
  SUPPLIER_GSTIN: '33AAAAA0000A1Z5',
  SUPPLIER_NAME: 'Films Pvt Ltd',
  SUPPLIER_ADDRESS: 'Chennai',
};
const { server, viewer, current, takeNoticeTexts, waitForStep, openPaymentFor, orders } =
  await aPaymentPage(SUPPLIER);

const place = () => $payment.get().place;
const storedOrder = async () => (await orders())[0]!;
const waitForStoredOrder = (expected: object) =>
  waitFor(async () => expect(await storedOrder()).toMatchObject(expected));

describe('the buyer’s place', () => {
  test('is required before a charge, with an error at its field', async () => {
    await openPaymentFor(await server.aFilm());
    expect(place()).toEqual({ isAbroad: false, state: '', country: '' });
    await pay();
    expect($payment.get()).toMatchObject({
      step: 'ready',
      placeError: bookingMessages.stateRequired,
    });
    expect(takeNoticeTexts()).toEqual([bookingMessages.stateRequired]);
    expect(current.popup.opened).toHaveLength(0);
    chooseState('29');
    expect($payment.get().placeError).toBe('');
    await pay();
    await current.popup.pay();
    await waitForStep('done');
    expect(await storedOrder()).toMatchObject({
      buyerState: '29',
      buyerCountry: null,
      paymentStatus: 'PAID',
    });
  });

  test('is not required without a charge', async () => {
    await openPaymentFor(await server.aFilm({ ticketRate: 0 }));
    await pay();
    expect(await storedOrder()).toMatchObject({ paymentStatus: 'PAID', buyerState: null });
  });

  test('is prefilled from the last ticket', async () => {
    await server.anOrder(viewer, await server.aFilm(), { buyerState: '32' });
    await openPaymentFor(await server.aFilm());
    expect(place()).toEqual({ isAbroad: false, state: '32', country: '' });
    await waitForStoredOrder({ buyerState: '32' });
  });

  test('is saved when it is chosen, the last choice last', async () => {
    await openPaymentFor(await server.aFilm());
    for (const state of ['29', '32', '33']) chooseState(state);
    await waitForStoredOrder({ buyerState: '33', buyerCountry: null });
    chooseState(ABROAD);
    chooseCountry('US');
    await waitForStoredOrder({ buyerState: null, buyerCountry: 'US' });
    expect($payment.get().order).toMatchObject({ buyerCountry: 'US' });
  });

  test('requires a country for buyers abroad', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    await pay();
    expect($payment.get()).toMatchObject({ step: 'ready', placeError: text.countryRequired });
    expect(takeNoticeTexts()).toEqual([text.countryRequired]);
  });
});

describe('the payment provider', () => {
  test('is card or UPI in India, and PayPal abroad', async () => {
    await openPaymentFor(await server.aFilm());
    expect($payment.get().provider).toBe('razorpay');
    chooseState(ABROAD);
    chooseCountry('DE');
    expect($payment.get().provider).toBe('paypal');
    chooseState('33');
    expect($payment.get().provider).toBe('razorpay');
  });

  test('can be card or UPI abroad too, in rupees', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('AE');
    chooseProvider('razorpay');
    expect($payment.get()).toMatchObject({
      provider: 'razorpay',
      place: { isAbroad: true, country: 'AE' },
    });
    await pay();
    expect(current.popup.opened[0]).toMatchObject({ currency: 'INR' });
  });

  test('PayPal requires a country; while none is chosen, another provider resets the place to India', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState('29');
    chooseProvider('paypal');
    expect(place()).toMatchObject({ isAbroad: true, country: '' });
    chooseProvider('razorpay');
    expect(place()).toMatchObject({ isAbroad: false, state: '29' });
  });
});
