import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Invoice } from '#contract/invoices.ts';
import {
  buildConfirmation,
  buildCreditNote,
  buildTaxInvoice,
} from '#server/streaming/invoices/build-invoice.ts';
import { INVOICE_CSP } from '#server/streaming/invoices/html-style.ts';
import { invoiceHtml } from '#server/streaming/invoices/html.ts';
import { invoiceFileName } from '#contract/invoice-document.ts';
import { sumInWords } from '#server/streaming/invoices/sum-in-words.ts';
import { aSale, HALF_OFF } from '../../support/sale.ts';
import { testNow } from '../../support/test-now.ts';

const NUMBER = 'T2627/0000123';
const karnataka = { name: 'A B', place: { stateCode: '29' } };
const france = { name: 'A B', place: { country: 'France' } };

describe('a tax invoice', () => {
  test('to another State has IGST and all fields', () => {
    expect(buildTaxInvoice(aSale({ buyer: karnataka }), NUMBER)).toEqual({
      kind: 'invoice',
      invoiceNo: NUMBER,
      date: '2026-05-04',
      orderNo: '045127',
      against: null,
      supplier: {
        name: 'Films Pvt Ltd',
        address: ['14 Cathedral Road', 'Chennai 600086'],
        gstin: '33AAAAA0000A1Z5',
        state: 'Tamil Nadu',
        stateCode: '33',
      },
      recipient: {
        name: 'A B',
        state: 'Karnataka',
        stateCode: '29',
        country: 'India',
        gstin: null,
      },
      placeOfSupply: '29-Karnataka',
      supply: 'inter-state',
      sac: '998433',
      taxPercent: 18,
      lines: [
        {
          desc: 'Movie ticket: கடல் (24 h)',
          film: { name: 'கடல்', nameEn: 'Kadal', lang: 'ta' },
          qty: 1,
          uom: 'Nos',
          unit: 14900,
          discount: 0,
          couponCode: null,
          taxable: 14900,
        },
      ],
      cgst: 0,
      sgst: 0,
      utgst: 0,
      igst: 2682,
      roundOff: 18,
      total: 17600,
      totalInWords: 'Rupees One Hundred Seventy Six Only',
      currency: 'INR',
      reverseCharge: false,
      payment: { mode: 'RAZORPAY', ref: 'pay_SBX0000000001', charged: null },
    });
  });

  test('within the State has CGST and SGST', () => {
    expect(buildTaxInvoice(aSale(), NUMBER)).toMatchObject({
      cgst: 1341,
      sgst: 1341,
      igst: 0,
      roundOff: 18,
      total: 17600,
    });
  });

  test('after a coupon lists the discount and taxes the reduced price', () => {
    const invoice = buildTaxInvoice(aSale(HALF_OFF), NUMBER);
    expect(invoice).toMatchObject({ cgst: 671, sgst: 670, roundOff: 9, total: 8800 });
    expect(invoice.lines[0]).toMatchObject({
      unit: 14900,
      discount: 7450,
      couponCode: 'FIRST50',
      taxable: 7450,
    });
  });

  test('to another country names the country', () => {
    expect(buildTaxInvoice(aSale({ buyer: france }), NUMBER)).toMatchObject({
      recipient: { state: null, stateCode: null, country: 'France' },
      placeOfSupply: '96-Other Countries',
      supply: 'export',
      igst: 2682,
    });
  });

  test('has the date in the cinema’s time zone, not in UTC', () => {
    expect(
      buildTaxInvoice(aSale({ issuedAt: new Date('2027-03-31T19:00:00Z') }), 'T2728/0000001').date,
    ).toBe('2027-04-01');
  });

  test('of an item that is no film has its description', () => {
    expect(
      buildTaxInvoice(aSale({ item: { desc: 'Film submission' } }), NUMBER).lines[0],
    ).toMatchObject({
      desc: 'Film submission',
      film: null,
    });
  });

  test('of a price that does not match its tax throws', () => {
    expect(() => buildTaxInvoice(aSale({ totalRoundedValue: 17700 }), NUMBER)).toThrow(RangeError);
  });
});

describe('a credit note', () => {
  const invoice = buildTaxInvoice(aSale(), NUMBER);
  const refund = {
    issuedAt: new Date('2027-04-02T00:00:00Z'),
    reason: 'The film was withdrawn',
    payment: { mode: 'RAZORPAY', ref: 'rfnd_1', charged: null },
    valueBefore: 0,
    valueAfter: invoice.total,
  };

  test('cancels the whole invoice with the same figures', () => {
    expect(buildCreditNote(invoice, refund, 'C2728/0000001')).toEqual({
      ...invoice,
      kind: 'credit-note',
      invoiceNo: 'C2728/0000001',
      date: '2027-04-02',
      against: { invoiceNo: NUMBER, date: '2026-05-04', reason: 'The film was withdrawn' },
      payment: refund.payment,
    });
  });

  test('over a part has its share of each sum, and the notes of an invoice add up to it', () => {
    for (const buyer of [aSale().buyer, france]) {
      const sold = buildTaxInvoice(aSale({ buyer }), NUMBER);
      const ends = [0, 1, 3333, 12_001, sold.total];
      const notes = ends.slice(1).map((valueAfter, at) => {
        const part = { ...refund, valueBefore: ends[at] ?? 0, valueAfter };
        return buildCreditNote(sold, part, `C2728/000000${at}`);
      });
      for (const note of notes) {
        const [line] = note.lines;
        const heads = note.cgst + note.sgst + note.utgst + note.igst;
        expect(note.total).toBe((line?.taxable ?? 0) + heads + note.roundOff);
        expect([note.cgst === note.sgst, Math.abs(note.roundOff) <= 51]).toEqual([true, true]);
      }
      for (const name of ['cgst', 'sgst', 'igst', 'roundOff', 'total'] as const)
        expect(
          notes.reduce((sum, note) => sum + note[name], 0),
          name,
        ).toBe(sold[name]);
      expect(notes.reduce((sum, { lines: [line] }) => sum + (line?.taxable ?? 0), 0)).toBe(
        sold.lines[0]?.taxable,
      );
    }
    // ₹50 of ₹176: 149.00 × 50 / 176, and the same share of 13.41 and 13.41.
    const note = buildCreditNote(invoice, { ...refund, valueAfter: 5000 }, 'C2728/0000001');
    expect(note).toMatchObject({
      lines: [{ taxable: 4233 }],
      cgst: 381,
      sgst: 381,
      roundOff: 5,
      total: 5000,
    });
  });

  test('names the cancelled invoice', () => {
    const page = wordsOf(invoiceHtml(buildCreditNote(invoice, refund, 'C2728/0000001')));
    expect(page).toContain('Credit Note C2728/0000001 | 2 Apr 2027');
    expect(page).toContain(
      'Original invoice T2627/0000123 of 4 May 2026 Reason The film was withdrawn',
    );
    expect(page).toContain('Total refunded, INR 176.00');
  });
});

describe('a free ticket', () => {
  const free = buildConfirmation(
    aSale({
      discountValue: 14900,
      couponCode: 'HOUSEFULL',
      totalOrderValue: 0,
      totalRoundedValue: 0,
      payment: null,
    }),
  );

  test('has no number of the series and no tax', () => {
    expect(free).toMatchObject({
      kind: 'confirmation',
      invoiceNo: '045127',
      placeOfSupply: null,
      supply: null,
    });
    expect(free).toMatchObject({
      cgst: 0,
      sgst: 0,
      utgst: 0,
      igst: 0,
      roundOff: 0,
      total: 0,
      payment: null,
    });
  });

  test('states that it is not a tax invoice', () => {
    const page = wordsOf(invoiceHtml(free));
    expect(page).toContain('Ticket Confirmation 045127 | 4 May 2026');
    expect(page).toContain('so this is not a tax invoice');
    expect(page).not.toMatch(/Tax Invoice|CGST|SAC|Reverse charge/);
  });

  test('may cost a few paise before the round-off', () => {
    expect(
      buildConfirmation(aSale({ unitPrice: 40, totalOrderValue: 40, totalRoundedValue: 0 })),
    ).toMatchObject({
      roundOff: -40,
      total: 0,
    });
  });
});

test('every document matches the contract', () => {
  const invoice = buildTaxInvoice(aSale({ buyer: france }), NUMBER);
  const refund = {
    issuedAt: testNow(),
    reason: 'asked for',
    payment: null,
    valueBefore: 0,
    valueAfter: 5000,
  };
  for (const document of [
    invoice,
    buildConfirmation(aSale()),
    buildCreditNote(invoice, refund, 'C2627/0000001'),
  ])
    expect(Invoice.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
});

test('the file name contains kind and number', () => {
  expect(invoiceFileName(buildTaxInvoice(aSale(), NUMBER), 'pdf')).toBe(
    'invoice-T2627-0000123.pdf',
  );
});

describe('the page', () => {
  test('contains everything that the law requires', () => {
    const page = wordsOf(invoiceHtml(buildTaxInvoice(aSale(HALF_OFF), NUMBER)));
    for (const words of [
      'Tax Invoice T2627/0000123 | 4 May 2026',
      'Supplier Films Pvt Ltd 14 Cathedral Road Chennai 600086 33-Tamil Nadu GSTIN 33AAAAA0000A1Z5',
      'Recipient A B 33-Tamil Nadu',
      'Movie ticket: கடல் (24 h) Kadal SAC 998433 | 1 Nos 149.00',
      'Discount FIRST50 − 74.50',
      'Taxable value 74.50',
      'CGST 9% 6.71 SGST 9% 6.70 Round-off 0.09 Total paid, INR 88.00',
      'In words Rupees Eighty Eight Only',
      'Place of supply 33-Tamil Nadu Reverse charge No',
    ])
      expect(page).toContain(words);
  });

  test('contains the legal text for exports and the charged amount', () => {
    const payment = {
      mode: 'PAYPAL',
      ref: '8AB',
      charged: { currency: 'USD', amount: '2.10', rate: 83.8 },
    };
    const page = wordsOf(invoiceHtml(buildTaxInvoice(aSale({ buyer: france, payment }), NUMBER)));
    expect(page).toContain('SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX');
    expect(page).toContain('USD 2.10, at 83.80 INR for 1 USD');
  });

  test('names a buyer without a name by the ticket number', () => {
    const page = wordsOf(
      invoiceHtml(
        buildTaxInvoice(aSale({ buyer: { name: ' ', place: { stateCode: '33' } } }), NUMBER),
      ),
    );
    expect(page).toContain('Recipient The holder of ticket No. 045127 33-Tamil Nadu');
  });

  test('marks the language of the film’s name', () => {
    expect(invoiceHtml(buildTaxInvoice(aSale(), NUMBER))).toContain('<bdi lang="ta">கடல்</bdi>');
  });

  test('escapes names', () => {
    const page = invoiceHtml(
      buildTaxInvoice(
        aSale({
          buyer: { name: '<img src=x onerror=alert(1)>', place: { stateCode: '33' } },
          item: {
            film: { movieName: '</th><script>', movieNameEn: '"&', primaryLanguage: 'Tamil' },
          },
        }),
        NUMBER,
      ),
    );
    expect(page).not.toMatch(/<img|<script|<\/th><script/);
    expect(page).toContain('&lt;img src=x');
  });

  test('loads nothing from other hosts, and its policy contains the hash of its style', () => {
    const page = invoiceHtml(buildTaxInvoice(aSale(), NUMBER));
    expect(page).not.toMatch(/\b(src|href)=|url\((?!data:)|style="/);
    const [style] = /(?<=<style>).*?(?=<\/style>)/s.exec(page)!;
    expect(INVOICE_CSP).toContain(
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    );
  });
});

test.each([
  [0, 'Rupees Zero Only'],
  [100, 'Rupees One Only'],
  [1900, 'Rupees Nineteen Only'],
  [4000, 'Rupees Forty Only'],
  [17600, 'Rupees One Hundred Seventy Six Only'],
  [100_000, 'Rupees One Thousand Only'],
  [10_000_100, 'Rupees One Lakh One Only'],
  [123_456_700, 'Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven Only'],
  [
    12_345_678_900,
    'Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine Only',
  ],
  [17582, 'Rupees One Hundred Seventy Five and Eighty Two Paise Only'],
])('%d paise are written as %s', (paise, words) => {
  expect(sumInWords(paise)).toBe(words);
});

/** The visible text of a page, in one line. */
const wordsOf = (page: string): string =>
  page
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<\/?(bdi)[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
