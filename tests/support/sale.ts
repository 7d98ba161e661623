import type { Sale } from '#server/streaming/invoices/build-invoice.ts';

/** A paid ticket of ₹149 without GST, ₹176 with it. The seller and the buyer are in Tamil Nadu. */
export const aSale = (overrides: Partial<Sale> = {}): Sale => ({
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
  totalTaxValue: 2682,
  totalRoundedValue: 17600,
  payment: { mode: 'RAZORPAY', ref: 'pay_SBX0000000001', charged: null },
  ...overrides,
});

export const HALF_OFF = {
  discountValue: 7450,
  couponCode: 'FIRST50',
  totalOrderValue: 7450,
  totalTaxValue: 1341,
  totalRoundedValue: 8800,
};
