import { readFileSync } from 'node:fs';
import fc from '../../support/fast-check.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { creditNote, type Sale, taxInvoice } from '#server/streaming/invoices/document.ts';
import { invoiceHtml } from '#server/streaming/invoices/html.ts';
import { toLines, widthOf } from '#server/streaming/invoices/lines.ts';
import { invoicePdf } from '#server/streaming/invoices/pdf.ts';
import { isDrawable, toRuns } from '#server/typefaces/runs.ts';
import { aSale, withHalfOff } from '../../support/sale.ts';

const NUMBER = 'T2627/0000123';

async function read(sale: Partial<Sale> = {}) {
  const bytes = await invoicePdf(taxInvoice(aSale(sale), NUMBER));
  const pdf = await getDocumentProxy(bytes.slice());
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { bytes, pdf, text, totalPages };
}

const film = (movieName: string, movieNameEn: string | null, primaryLanguage = 'Tamil') => ({
  item: { film: { movieName, movieNameEn, primaryLanguage } },
});

describe('the PDF, read by another hand', () => {
  test('says what the invoice says, on one page', async () => {
    const { text, totalPages } = await read({ ...withHalfOff, ...film('The Last Rain', null) });
    expect(totalPages).toBe(1);
    for (const words of [
      'Tax Invoice Matinee',
      'T2627/0000123 | 4 May 2026',
      'GSTIN 33AAAAA0000A1Z5',
      'Movie ticket: The Last Rain (24 h)',
      'SAC 998433 | 1 Nos',
      'Discount FIRST50 − 74.50',
      'CGST 9% 6.71',
      'SGST 9% 6.71',
      'Round-off 0.08',
      'Total paid, INR 88.00',
      'In words Rupees Eighty Eight Only',
      'Paid by RAZORPAY, pay_SBX0000000001',
    ])
      expect(text).toContain(words);
  });

  test('of a credit note says what it takes back', async () => {
    const back = { issuedAt: new Date('2026-06-01'), reason: 'The film was withdrawn', payment: null };
    const bytes = await invoicePdf(creditNote(taxInvoice(aSale(), NUMBER), back, 'C2627/0000001'));
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    expect(text).toContain('Credit Note');
    expect(text).toContain('Takes back T2627/0000123 of 4 May 2026');
  });

  test('is the same bytes each time', async () => {
    const invoice = taxInvoice(aSale(), NUMBER);
    expect(Buffer.from(await invoicePdf(invoice)).equals(await invoicePdf(invoice))).toBe(true);
  });

  test('holds its own fonts, its language, and a structure to be read aloud by', async () => {
    const { pdf, bytes } = await read();
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Tax Invoice T2627/0000123', Language: 'en-IN' });
    expect(metadata?.get('pdfuaid:part')).toBe('1');
    expect((await pdf.getMarkInfo())?.Marked).toBe(true);
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    for (const role of ['H1', 'P', 'Table', 'TR', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`);
    expect(bytes.length).toBeLessThan(60_000);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/Helvetica');
  });

  test('says names in letters, joined as they are', async () => {
    const { text } = await read({
      buyer: { name: 'Łukasz Đặng', place: { stateCode: '33' } },
      ...film('கடல்', 'Kadal'),
    });
    expect(text).toContain('Łukasz Đặng');
    expect(text).toContain('கடல்');
    expect(text).toContain('Kadal');
  });

  test('calls a film by its English name where no face has its letters, and a buyer by the ticket', async () => {
    const { text } = await read({
      buyer: { name: '李明', place: { country: 'China' } },
      ...film('夏の面', 'Mask of Summer', 'Japanese'),
    });
    expect(text).toContain('Movie ticket: Mask of Summer (24 h)');
    expect(text).toContain('The holder of ticket No. 045127');
  });

  test('prints a question mark for a letter of no face where there is no other word', async () => {
    const { supplier } = aSale();
    const { text } = await read({ supplier: { ...supplier, name: '明 Films' }, ...film('夏の面', null, 'Japanese') });
    expect(text).toContain('? Films');
    expect(text).toContain('Movie ticket: the film of this ticket (24 h)');
  });

  test('is made of whatever people are called', async () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...Object.values(NAMES).join(''), '\u200d', '\u200c', '\ud800', '('),
        maxLength: 40,
      }),
    );
    await fc.assert(
      fc.asyncProperty(names, names, async (name, movieName) => {
        const invoice = taxInvoice(
          aSale({ buyer: { name, place: { stateCode: '33' } }, ...film(movieName, null) }),
          NUMBER,
        );
        expect(
          Buffer.from(await invoicePdf(invoice))
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-');
        expect(invoiceHtml(invoice)).toContain(NUMBER);
      }),
      { numRuns: 40 },
    );
  });

  test('keeps long names inside their columns and on the page', async () => {
    const { totalPages } = await read({
      buyer: { name: 'A'.repeat(300), place: { stateCode: '33' } },
      ...film('கடைசி மழை '.repeat(20), 'The Last Rain '.repeat(15)),
    });
    expect(totalPages).toBe(1);
  });
});

// One name in each script of India's languages, with its joined letters; the last ones broke or bent other shapers.
const NAMES = {
  Devanagari: 'शर्मिष्ठा क्षत्रिय',
  Tamil: 'கடைசி மழை ஸ்ரீ',
  Telugu: 'శూన్య కక్ష్య అవేస్టాన్',
  Kannada: 'ದರ್ಜಿ ಅಂಗಡಿ ಸ್ವಿಟ್ಜರ್ಲ್ಯಾಂಡ್',
  Malayalam: 'മീനിന്റെ വഴി',
  Bengali: 'সিঁড়ির শেষে অ্যাসেনশন',
  Assamese: 'অসমীয়া ৰাতি',
  Gujarati: 'ગુજરાતી શ્રી ક્ષમા',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Odia: 'ଶ୍ରୀ କ୍ଷମା ଓଡ଼ିଆ',
  Urdu: 'محمد علی ٹھنڈی چائے',
  Arabic: 'ظل النخيل',
  Santali: 'ᱥᱟᱱᱛᱟᱲᱤ',
  Manipuri: 'ꯃꯤꯇꯩ ꯂꯣꯟ',
  Latin: 'Zoë Łukasz Đặng ₹5',
  Cyrillic: 'Война и мир',
  Greek: 'Ωραία Ελλάδα',
};

describe('a name', () => {
  test.each(Object.entries(NAMES))('in %s is drawn with glyphs of a face, none of them missing', (_, name) => {
    const runs = toRuns(name)!;
    const glyphs = runs.flatMap(({ face, text }) => face.font.layout(text).glyphs.map(({ id }) => id));
    expect(glyphs.length).toBeGreaterThan(0);
    expect(glyphs).not.toContain(0);
    const drawn = [...runs.map(({ text }) => text).join('')].sort().join('');
    expect(drawn).toBe([...name.normalize('NFC')].sort().join(''));
  });

  test.each([
    ['ظل النخيل', ['ظل النخيل']],
    ['رحلة 2', ['2', 'رحلة ']],
    ['رحلة (الأخيرة) 2', ['2', ' (', 'الأخيرة', ') ', 'رحلة']],
    ['The Road رحلة Home', ['The Road ', 'رحلة', ' Home']],
    ['کراچی to لاہور', ['لاہور', ' ', 'to', ' ', 'کراچی']],
  ])('%s stands on the paper as %j', (name, parts) => {
    const said = toRuns(name)!.map(({ text }) => text);
    expect(said.map((text) => text.trim()).filter(Boolean)).toEqual(parts.map((text) => text.trim()).filter(Boolean));
  });

  test.each(['李明', 'ปราสาท', '김민수', '夏の面'])('in letters of no face, %s, is not drawn', (name) => {
    expect(isDrawable(name)).toBe(false);
  });

  test('loses its pictures, and no letter', () => {
    expect(
      toRuns('Meena 🌸 K.')!
        .map(({ text }) => text)
        .join(''),
    ).toBe('Meena K.');
  });

  test('breaks into lines that fit, with all its letters', () => {
    const name = `${'கடைசி மழை '.repeat(9)}${'x'.repeat(200)}`;
    const lines = toLines([name], 11, 200);
    for (const { runs, width } of lines) {
      expect(width).toBeLessThanOrEqual(200);
      expect(widthOf(runs, 11)).toBe(width);
    }
    const said = lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join('');
    expect(said.replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
  });
});

test('every film of the sample cinema is called by its own name, but for the Japanese', () => {
  const { movies } = JSON.parse(readFileSync('scripts/sample/catalogue.json', 'utf8')) as {
    movies: { movieName: string; primaryLanguage: string }[];
  };
  const others = movies.filter(({ movieName }) => !isDrawable(movieName));
  expect([...new Set(others.map(({ primaryLanguage }) => primaryLanguage))]).toEqual(['Japanese']);
});
