import type { Paise } from '#domain/pricing.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { displayPlainShortDate } from '#domain/format/plain-days.ts';
import { displayInvoicePaise } from '#domain/format/report-money.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import type { Invoice } from './invoices.ts';

/** The texts of an invoice in reading order, for its PDF, its HTML and the screen. */
export interface InvoiceDocument {
  title: string;
  numberAndDate: string;
  /**
   * `nameInPdf` replaces a name of which no typeface can print a letter; `?` marks single letters.
   */
  parties: { label: string; name: string; nameInPdf: string; lines: string[] }[];
  rows: DocumentRow[];
  total: { label: string; amount: string };
  facts: [label: string, value: string][];
  notes: string[];
}

export interface DocumentRow {
  label: string;
  /** The film name is part of the label; `nameEn` is null if it is the same. */
  film: { name: string; nameEn: string | null; lang: string | null } | null;
  note: string | null;
  amount: string;
}

export function toInvoiceDocument(invoice: Invoice): InvoiceDocument {
  const { kind } = invoice;
  return {
    title: text.titles[kind],
    numberAndDate: text.numberAndDate(invoice.invoiceNo, displayPlainShortDate(invoice.date)),
    parties: [supplierParty(invoice), recipientParty(invoice)],
    rows: [...invoice.lines.flatMap((line) => lineRows(line, invoice)), ...taxRows(invoice)],
    total: { label: text.totals[kind], amount: displayInvoicePaise(invoice.total) },
    facts: kind === 'confirmation' ? [] : invoiceFacts(invoice),
    notes: [...exportNote(invoice), text.notes[kind]],
  };
}

export const invoiceFileName = ({ kind, invoiceNo }: Invoice, extension: string): string =>
  `${text.fileNames[kind]}-${invoiceNo.replaceAll('/', '-')}.${extension}`;

const toRow = (label: string, paise: Paise): DocumentRow => ({
  label,
  film: null,
  note: null,
  amount: displayInvoicePaise(paise),
});

const gstinLines = (gstin: string | null): string[] => (gstin ? [text.gstin(gstin)] : []);
const stateLines = (code: string | null, name: string | null): string[] =>
  code && name ? [`${code}-${name}`] : [];

const supplierParty = ({ supplier }: Invoice) => ({
  label: text.supplier,
  name: supplier.name,
  nameInPdf: supplier.name,
  lines: [
    ...supplier.address,
    ...stateLines(supplier.stateCode, supplier.state),
    ...gstinLines(supplier.gstin),
  ],
});

function recipientParty({ recipient, orderNo }: Invoice) {
  const nameInPdf = text.ticketHolder(orderNo);
  return {
    label: text.recipient,
    name: recipient.name.trim() || nameInPdf,
    nameInPdf,
    lines: [
      ...stateLines(recipient.stateCode, recipient.state),
      recipient.stateCode ? null : recipient.country || null,
      ...gstinLines(recipient.gstin),
    ].filter((line) => line !== null),
  };
}

function lineRows(line: Invoice['lines'][number], { kind, sac }: Invoice): DocumentRow[] {
  const { film, qty, uom } = line;
  const nameEn = film && distinctEnglishName({ movieName: film.name, movieNameEn: film.nameEn });
  const main: DocumentRow = {
    label: line.desc,
    film: film && { name: film.name, nameEn, lang: film.lang },
    note: kind === 'confirmation' ? text.quantity(qty, uom) : text.sacAndQuantity(sac, qty, uom),
    amount: displayInvoicePaise(line.unit * qty),
  };
  return line.discount > 0 ? [main, toRow(text.discount(line.couponCode), -line.discount)] : [main];
}

function taxRows(invoice: Invoice): DocumentRow[] {
  const { lines, supply, taxPercent, roundOff } = invoice;
  const taxable = lines.reduce((sum, line) => sum + line.taxable, 0);
  return [
    supply === null ? null : toRow(text.taxable, taxable),
    ...taxHeadsOf(supply).map((name) =>
      toRow(
        text.taxHead(name, name === 'IGST' ? taxPercent : taxPercent / 2),
        invoice[TAX_HEAD_KEYS[name]],
      ),
    ),
    roundOff === 0 ? null : toRow(text.roundOff, roundOff),
  ].filter((row) => row !== null);
}

const TAX_HEAD_KEYS = { CGST: 'cgst', SGST: 'sgst', UTGST: 'utgst', IGST: 'igst' } as const;

function taxHeadsOf(supply: Invoice['supply']): (keyof typeof TAX_HEAD_KEYS)[] {
  if (supply === null || supply === 'export-under-lut') return [];
  if (supply === 'state') return ['CGST', 'SGST'];
  return supply === 'territory' ? ['CGST', 'UTGST'] : ['IGST'];
}

function invoiceFacts(invoice: Invoice): InvoiceDocument['facts'] {
  const { kind, orderNo, against, totalInWords, placeOfSupply, payment } = invoice;
  const reversedInvoice: InvoiceDocument['facts'] = against
    ? [
        [
          text.originalInvoice,
          text.invoiceOf(against.invoiceNo, displayPlainShortDate(against.date)),
        ],
        [text.reason, against.reason],
      ]
    : [];
  const place: InvoiceDocument['facts'] = placeOfSupply
    ? [[text.placeOfSupply, placeOfSupply]]
    : [];
  return [
    ...reversedInvoice,
    [text.inWords, totalInWords],
    [text.ticketNo, orderNo],
    ...place,
    [text.reverseCharge, text.reverseChargeNo],
    ...(payment ? paymentFacts(kind, payment) : []),
  ];
}

function paymentFacts(
  kind: Invoice['kind'],
  { mode, ref, charged }: NonNullable<Invoice['payment']>,
): InvoiceDocument['facts'] {
  const paid: InvoiceDocument['facts'] = [[text.paidBy[kind], text.modeAndReference(mode, ref)]];
  return charged
    ? [
        ...paid,
        [text.charged, text.chargedWithRate(charged.currency, charged.amount, charged.rate)],
      ]
    : paid;
}

const exportNote = ({ supply }: Invoice): string[] =>
  supply === 'export' || supply === 'export-under-lut' ? [text.exportNotes[supply]] : [];
