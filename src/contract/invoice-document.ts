import { local } from '#domain/dates.ts';
import { secondName } from '#domain/film.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import type { Invoice } from './invoices.ts';

/** What a paper says, in the order in which it says it; its PDF, its HTML and the screen are three ways to draw this. */
export interface Paper {
  title: string;
  numberAndDate: string;
  /** `otherName`: what a paper says that has no letters for the name. */
  parties: { label: string; name: string; otherName: string; lines: string[] }[];
  rows: Row[];
  total: { label: string; amount: string };
  facts: [label: string, value: string][];
  notes: string[];
}

export interface Row {
  label: string;
  /** A film's own name, which stands inside the label, and its English name where that is another. */
  film: { name: string; nameEn: string | null; lang: string | null } | null;
  note: string | null;
  amount: string;
}

export function readPaper(invoice: Invoice): Paper {
  const { kind } = invoice;
  return {
    title: text.titles[kind],
    numberAndDate: text.numberAndDate(invoice.invoiceNo, displayDay(invoice.date)),
    parties: [supplierOf(invoice), recipientOf(invoice)],
    rows: [...invoice.lines.flatMap((line) => lineRows(line, invoice)), ...taxRows(invoice)],
    total: { label: text.totals[kind], amount: displaySum(invoice.total) },
    facts: kind === 'confirmation' ? [] : factsOf(invoice),
    notes: [...exportNote(invoice), text.notes[kind]],
  };
}

/** `invoice-T2627-0000123.pdf`: the number's own slash is none in a file's name. */
export const fileName = ({ kind, invoiceNo }: Invoice, extension: string): string =>
  `${text.fileNames[kind]}-${invoiceNo.replaceAll('/', '-')}.${extension}`;

const displayDay = (day: string): string => local(new Date(`${day}T00:00:00Z`), 'UTC')!.format('D MMM YYYY');

const displaySum = (paise: number): string => {
  const sum = (Math.abs(paise) / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return paise < 0 ? `− ${sum}` : sum;
};

const row = (label: string, paise: number): Row => ({ label, film: null, note: null, amount: displaySum(paise) });

const gstinLines = (gstin: string | null): string[] => (gstin ? [text.gstin(gstin)] : []);
const stateLines = (code: string | null, name: string | null): string[] => (code && name ? [`${code}-${name}`] : []);

const supplierOf = ({ supplier }: Invoice) => ({
  label: text.supplier,
  name: supplier.name,
  otherName: supplier.name,
  lines: [...supplier.address, ...stateLines(supplier.stateCode, supplier.state), ...gstinLines(supplier.gstin)],
});

function recipientOf({ recipient, orderNo }: Invoice) {
  const otherName = text.nameNotDrawn(orderNo);
  return {
    label: text.recipient,
    name: recipient.name.trim() || otherName,
    otherName,
    lines: [
      ...stateLines(recipient.stateCode, recipient.state),
      ...(recipient.country && !recipient.stateCode ? [recipient.country] : []),
      ...gstinLines(recipient.gstin),
    ],
  };
}

function lineRows(line: Invoice['lines'][number], { kind, sac }: Invoice): Row[] {
  const { film, qty, uom } = line;
  const nameEn = film && secondName({ movieName: film.name, movieNameEn: film.nameEn });
  const main: Row = {
    label: line.desc,
    film: film && { name: film.name, nameEn, lang: film.lang },
    note: kind === 'confirmation' ? text.quantity(qty, uom) : text.sacAndQuantity(sac, qty, uom),
    amount: displaySum(line.unit * qty),
  };
  return line.discount > 0 ? [main, row(text.discount(line.couponCode), -line.discount)] : [main];
}

function taxRows(invoice: Invoice): Row[] {
  const { lines, supply, taxPercent, roundOff } = invoice;
  const taxable = lines.reduce((sum, line) => sum + line.taxable, 0);
  return [
    ...(supply === null ? [] : [row(text.taxable, taxable)]),
    ...headsOf(supply).map((name) =>
      row(text.head(name, name === 'IGST' ? taxPercent : taxPercent / 2), invoice[HEAD_KEYS[name]]),
    ),
    ...(roundOff === 0 ? [] : [row(text.roundOff, roundOff)]),
  ];
}

const HEAD_KEYS = { CGST: 'cgst', SGST: 'sgst', UTGST: 'utgst', IGST: 'igst' } as const;

function headsOf(supply: Invoice['supply']): (keyof typeof HEAD_KEYS)[] {
  if (supply === null || supply === 'export-under-lut') return [];
  if (supply === 'state') return ['CGST', 'SGST'];
  return supply === 'territory' ? ['CGST', 'UTGST'] : ['IGST'];
}

function factsOf({ kind, orderNo, against, totalInWords, placeOfSupply, payment }: Invoice): Paper['facts'] {
  const takesBack: Paper['facts'] = against
    ? [
        [text.against, text.invoiceOf(against.invoiceNo, displayDay(against.date))],
        [text.reason, against.reason],
      ]
    : [];
  return [
    ...takesBack,
    [text.inWords, totalInWords],
    [text.ticketNo, orderNo],
    ...(placeOfSupply ? [[text.placeOfSupply, placeOfSupply] as [string, string]] : []),
    [text.reverseCharge, text.no],
    ...(payment ? paymentFacts(kind, payment) : []),
  ];
}

function paymentFacts(kind: Invoice['kind'], { mode, ref, charged }: NonNullable<Invoice['payment']>): Paper['facts'] {
  const paid: Paper['facts'] = [[text.paidBy[kind], text.modeAndReference(mode, ref)]];
  return charged ? [...paid, [text.charged, text.chargedAt(charged.currency, charged.amount, charged.rate)]] : paid;
}

const exportNote = ({ supply }: Invoice): string[] =>
  supply === 'export' || supply === 'export-under-lut' ? [text.exportNotes[supply]] : [];
