import type { Sale } from '#server/streaming/invoices/document.ts';

/** A paid ticket of ₹149 between two people of Tamil Nadu, with what a test says otherwise. */
export const aSale = (over: Partial<Sale> = {}): Sale => ({
  issuedAt: new Date('2026-05-04T07:01:00Z'),
  supplier: {
    name: 'Films Pvt Ltd',
    address: ['14 Cathedral Road', 'Chennai 600086'],
    gstin: '33AAAAA0000A1Z5',
    stateCode: '33',
  },
  buyer: { name: 'A B', place: { stateCode: '33' } },
  orderNo: '045127',
  item: { film: { movieName: 'கடல்', movieNameEn: 'Kadal', primaryLanguage: 'Tamil' } },
  unitPrice: 14900,
  discountValue: 0,
  couponCode: null,
  totalOrderValue: 14900,
  taxPercentage: 18,
  totalRoundedValue: 17600,
  payment: { mode: 'RAZORPAY', ref: 'pay_SBX0000000001', charged: null },
  ...over,
});

export const withHalfOff = {
  discountValue: 7450,
  couponCode: 'FIRST50',
  totalOrderValue: 7450,
  totalRoundedValue: 8800,
};
