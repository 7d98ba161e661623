import { readFileSync } from 'node:fs';
import fc, { anyText } from '../../support/fast-check.ts';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { describe, expect, test } from 'vitest';
import {
  buildCreditNote,
  type Sale,
  buildTaxInvoice,
} from '#server/streaming/invoices/build-invoice.ts';
import { invoiceHtml } from '#server/streaming/invoices/html.ts';
import { breakLines, widthOf } from '#server/streaming/invoices/text-lines.ts';
import { invoicePdf } from '#server/streaming/invoices/pdf.ts';
import { isDrawable, toRuns } from '#server/typefaces/runs.ts';
import { aSale, HALF_OFF } from '../../support/sale.ts';

const NUMBER = 'T2627/0000123';

async function parsePdf(sale: Partial<Sale> = {}) {
  const bytes = await invoicePdf(buildTaxInvoice(aSale(sale), NUMBER));
  const pdf = await getDocumentProxy(bytes.slice());
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { bytes, pdf, text, totalPages };
}

const film = (movieName: string, movieNameEn: string | null, primaryLanguage = 'Tamil') => ({
  item: { film: { movieName, movieNameEn, primaryLanguage } },
});

describe('the PDF, parsed by another library', () => {
  test('contains the invoice’s text on one page', async () => {
    const { text, totalPages } = await parsePdf({ ...HALF_OFF, ...film('The Last Rain', null) });
    expect(totalPages).toBe(1);
    for (const words of [
      'Tax Invoice Matinee',
      'T2627/0000123 | 4 May 2026',
      'GSTIN 33AAAAA0000A1Z5',
      'Movie ticket: The Last Rain (24 h)',
      'SAC 998433 | 1 Nos',
      'Discount FIRST50 − 74.50',
      'CGST 9% 6.71',
      'SGST 9% 6.70',
      'Round-off 0.09',
      'Total paid, INR 88.00',
      'In words Rupees Eighty Eight Only',
      'Paid by RAZORPAY, pay_SBX0000000001',
    ])
      expect(text).toContain(words);
  });

  test('names the cancelled invoice on a credit note', async () => {
    const refund = {
      issuedAt: new Date('2026-06-01'),
      reason: 'The film was withdrawn',
      payment: null,
      valueBefore: 0,
      valueAfter: 17600,
    };
    const bytes = await invoicePdf(
      buildCreditNote(buildTaxInvoice(aSale(), NUMBER), refund, 'C2627/0000001'),
    );
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    expect(text).toContain('Credit Note');
    expect(text).toContain('Original invoice T2627/0000123 of 4 May 2026');
  });

  test('has the same bytes each time', async () => {
    const invoice = buildTaxInvoice(aSale(), NUMBER);
    expect(Buffer.from(await invoicePdf(invoice)).equals(await invoicePdf(invoice))).toBe(true);
  });

  test('embeds its fonts, and has a language and a tag structure', async () => {
    const { pdf, bytes } = await parsePdf();
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Tax Invoice T2627/0000123', Language: 'en-IN' });
    expect(metadata?.get('pdfuaid:part')).toBe('1');
    expect((await pdf.getMarkInfo())?.Marked).toBe(true);
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    for (const role of ['H1', 'P', 'Table', 'TR', 'TH', 'TD'])
      expect(tree).toContain(`"role":"${role}"`);
    expect(bytes.length).toBeLessThan(60_000);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/Helvetica');
  });

  test('contains names as letters, also in scripts that join letters', async () => {
    const { text } = await parsePdf({
      buyer: { name: 'Łukasz Đặng', place: { stateCode: '33' } },
      ...film('கடல்', 'Kadal'),
    });
    expect(text).toContain('Łukasz Đặng');
    expect(text).toContain('கடல்');
    expect(text).toContain('Kadal');
  });

  test('marks the letters of a name in the coordinates of its glyphs', async () => {
    const { pdf } = await parsePdf(film('கடல்', 'Kadal'));
    const { OPS } = await getResolvedPDFJS();
    const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList();
    const saved: number[] = [];
    const marks: { tag: string; scaleY: number; textScalesY: number[] }[] = [];
    const closed: typeof marks = [];
    let scaleY = 1;
    for (const [at, operator] of fnArray.entries()) {
      if (operator === OPS.save) saved.push(scaleY);
      else if (operator === OPS.restore) scaleY = saved.pop() ?? 1;
      else if (operator === OPS.transform) scaleY *= argsArray[at][3];
      else if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps)
        marks.push({ tag: String(argsArray[at][0]), scaleY, textScalesY: [] });
      else if (operator === OPS.beginText) for (const mark of marks) mark.textScalesY.push(scaleY);
      else if (operator === OPS.endMarkedContent) {
        expect(marks.at(-1)!.scaleY).toBe(scaleY);
        closed.push(marks.pop()!);
      }
    }
    const names = closed.filter(({ tag }) => tag === 'Span');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name.textScalesY).toEqual([name.scaleY]);
  });

  test('uses the English film name and the ticket number when no typeface has the letters', async () => {
    const { text } = await parsePdf({
      buyer: { name: '李明', place: { country: 'China' } },
      ...film('夏の面', 'Mask of Summer', 'Japanese'),
    });
    expect(text).toContain('Movie ticket: Mask of Summer (24 h)');
    expect(text).toContain('The holder of ticket No. 045127');
  });

  test.each([
    ['Asha 李明', 'Asha ??'],
    ['Neeraj שרה', 'Neeraj ???'],
  ])(
    'keeps the letters of the name %s that a typeface has, and marks the others',
    async (name, printed) => {
      const { text } = await parsePdf({ buyer: { name, place: { stateCode: '33' } } });
      expect(text).toContain(printed);
      expect(text).not.toContain('The holder of ticket');
    },
  );

  test('prints a question mark for an unknown letter without an alternative', async () => {
    const { supplier } = aSale();
    const { text } = await parsePdf({
      supplier: { ...supplier, name: '明 Films' },
      ...film('夏の面', null, 'Japanese'),
    });
    expect(text).toContain('? Films');
    expect(text).toContain('Movie ticket: the film of this ticket (24 h)');
  });

  test('prints names without control and direction characters', async () => {
    const { text } = await parsePdf({
      buyer: { name: 'Asha\u001b[2J \u202eRao\u0007', place: { stateCode: '33' } },
      ...film('The\u000bLast\u2066 Rain', null),
    });
    expect(text).toContain('Asha[2J Rao');
    expect(text).toContain('Movie ticket: The Last Rain (24 h)');
  });

  test('is created for any name', async () => {
    const names = fc.oneof(
      anyText({ maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...Object.values(NAMES).join(''), '\u200d', '\u200c', '\ud800', '('),
        maxLength: 40,
      }),
    );
    await fc.assert(
      fc.asyncProperty(names, names, async (name, movieName) => {
        const invoice = buildTaxInvoice(
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

  test('keeps long names on one page', async () => {
    const { totalPages } = await parsePdf({
      buyer: { name: 'A'.repeat(300), place: { stateCode: '33' } },
      ...film('கடைசி மழை '.repeat(20), 'The Last Rain '.repeat(15)),
    });
    expect(totalPages).toBe(1);
  });
});

// One name in each script of India's languages, with joined letters. Other text shapers failed on some of them.
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
  test.each(Object.entries(NAMES))('in %s is drawn without missing glyphs', (_, name) => {
    const runs = toRuns(name)!;
    const glyphs = runs.flatMap(({ face, text }) =>
      face.font.layout(text).glyphs.map(({ id }) => id),
    );
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
  ])('%s is printed as %j', (name, parts) => {
    const drawnParts = toRuns(name)!.map(({ text }) => text);
    expect(drawnParts.map((text) => text.trim()).filter(Boolean)).toEqual(
      parts.map((text) => text.trim()).filter(Boolean),
    );
  });

  test.each(['李明', 'ปราสาท', '김민수', '夏の面'])(
    'in a script without a typeface, %s, is not drawn',
    (name) => {
      expect(isDrawable(name)).toBe(false);
    },
  );

  test('loses its emoji and keeps its letters', () => {
    expect(
      toRuns('Meena 🌸 K.')!
        .map(({ text }) => text)
        .join(''),
    ).toBe('Meena K.');
  });

  test('breaks into lines that fit, without losing letters', () => {
    const name = `${'கடைசி மழை '.repeat(9)}${'x'.repeat(200)}`;
    const lines = breakLines([name], 11, 200);
    for (const { runs, width } of lines) {
      expect(width).toBeLessThanOrEqual(200);
      expect(widthOf(runs, 11)).toBe(width);
    }
    const drawnText = lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join('');
    expect(drawnText.replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
  });
});

test('every film name of the sample cinema is printed in its own script, except Japanese', () => {
  const { movies } = JSON.parse(readFileSync('scripts/sample/catalogue.json', 'utf8')) as {
    movies: { movieName: string; primaryLanguage: string }[];
  };
  const undrawable = movies.filter(({ movieName }) => !isDrawable(movieName));
  expect([...new Set(undrawable.map(({ primaryLanguage }) => primaryLanguage))]).toEqual([
    'Japanese',
  ]);
});
