import { expect, test } from 'vitest';
import type { PaymentMethods } from '#contract/payments.ts';
import { priceWithOption } from '#stores/payments/price-with-option.ts';

const TAXED = {
  totalOrderValue: 149,
  totalTaxValue: 26.82,
  taxPercentage: 18,
  totalRoundedValue: 176,
};
const UNTAXED = {
  totalOrderValue: 149,
  totalTaxValue: 0,
  taxPercentage: 0,
  totalRoundedValue: 149,
};
const METHODS: PaymentMethods = {
  razorpay: true,
  paypal: { currency: 'USD', rate: 88 },
  supplierState: '33',
  isUnderLut: true,
  isBuyerPlaceRequired: true,
};
const terms = {
  place: { isAbroad: true, state: '', country: 'US' },
  methods: METHODS,
  option: { rateNote: 'At ₹88' },
};

test.each([
  ['no tax for a buyer abroad who pays in another currency', {}, UNTAXED],
  ['the tax for a payment in rupees', { option: { rateNote: '' } }, TAXED],
  [
    'the tax for a buyer in India',
    { place: { isAbroad: false, state: '29', country: 'US' } },
    TAXED,
  ],
  ['the tax until the country is known', { place: { ...terms.place, country: '' } }, TAXED],
  [
    'the tax without a letter of undertaking',
    { methods: { ...METHODS, isUnderLut: false } },
    TAXED,
  ],
])('the price shown has %s', (_, change, price) => {
  expect(priceWithOption(TAXED, { ...terms, ...change })).toEqual(price);
});
