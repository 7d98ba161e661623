import { describe, expect, test, vi } from 'vitest';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payment-order.ts';
import { ABROAD, chooseCountry, chooseMethod, chooseState } from '#stores/payment-place.ts';
import { pay } from '#stores/payments.ts';
import { aPaymentPage } from '../support/payment-page.ts';

const SUPPLIER = { SUPPLIER_GSTIN: '33AAAAA0000A1Z5', SUPPLIER_NAME: 'Films Pvt Ltd', SUPPLIER_ADDRESS: 'Chennai' };
const { house, viewer, now, said, step, atTheTill, orders } = await aPaymentPage(SUPPLIER);

const place = () => $payment.get().place;
const stored = async () => (await orders())[0]!;
const placed = (wanted: object) => vi.waitFor(async () => expect(await stored()).toMatchObject(wanted));

describe('where the buyer lives', () => {
  test('is asked for before anything is charged, and said at its field', async () => {
    await atTheTill(await house.aFilm());
    expect(place()).toEqual({ isAbroad: false, state: '', country: '' });
    await pay();
    expect($payment.get()).toMatchObject({ step: 'ready', placeError: bookingMessages.stateRequired });
    expect(said()).toEqual([bookingMessages.stateRequired]);
    expect(now.popup.opened).toHaveLength(0);
    chooseState('29');
    expect($payment.get().placeError).toBe('');
    await pay();
    await now.popup.pay();
    await step('done');
    expect(await stored()).toMatchObject({ buyerState: '29', buyerCountry: null, paymentStatus: 'PAID' });
  });

  test('is not asked for where nothing is charged', async () => {
    await atTheTill(await house.aFilm({ ticketRate: 0 }));
    await pay();
    expect(await stored()).toMatchObject({ paymentStatus: 'PAID', buyerState: null });
  });

  test('is filled in from the last ticket, for the buyer to see', async () => {
    await house.anOrder(viewer, await house.aFilm(), { buyerState: '32' });
    await atTheTill(await house.aFilm());
    expect(place()).toEqual({ isAbroad: false, state: '32', country: '' });
    await placed({ buyerState: '32' });
  });

  test('is written as it is chosen, the last choice last', async () => {
    await atTheTill(await house.aFilm());
    for (const state of ['29', '32', '33']) chooseState(state);
    await placed({ buyerState: '33', buyerCountry: null });
    chooseState(ABROAD);
    chooseCountry('US');
    await placed({ buyerState: null, buyerCountry: 'US' });
    expect($payment.get().order).toMatchObject({ buyerCountry: 'US' });
  });

  test('abroad is a country, which must be named', async () => {
    await atTheTill(await house.aFilm());
    chooseState(ABROAD);
    await pay();
    expect($payment.get()).toMatchObject({ step: 'ready', placeError: text.countryRequired });
    expect(said()).toEqual([text.countryRequired]);
  });
});

describe('how one pays', () => {
  test('is by card or UPI in India, by the wallet abroad', async () => {
    await atTheTill(await house.aFilm());
    expect($payment.get().method).toBe('razorpay');
    chooseState(ABROAD);
    chooseCountry('DE');
    expect($payment.get().method).toBe('paypal');
    chooseState('33');
    expect($payment.get().method).toBe('razorpay');
  });

  test('may be in rupees abroad', async () => {
    await atTheTill(await house.aFilm());
    chooseState(ABROAD);
    chooseCountry('AE');
    chooseMethod('razorpay');
    expect($payment.get()).toMatchObject({ method: 'razorpay', place: { isAbroad: true, country: 'AE' } });
    await pay();
    expect(now.popup.opened[0]).toMatchObject({ currency: 'INR' });
  });

  test('by the wallet asks for the country; who turns from it is at home again', async () => {
    await atTheTill(await house.aFilm());
    chooseState('29');
    chooseMethod('paypal');
    expect(place()).toMatchObject({ isAbroad: true, country: '' });
    chooseMethod('razorpay');
    expect(place()).toMatchObject({ isAbroad: false, state: '29' });
  });
});
