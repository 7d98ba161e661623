import { expect, test } from 'vitest';
import { contentBlocks, linkedHtml } from '#layouts/content-blocks.ts';

const shapeOf = (text: string) => contentBlocks(text).map(({ kind, text: words }) => [kind, words]);

test('a line in capitals is a heading, a short first line below it a question', () => {
  const text =
    'One ticket.\n\n2. THE TICKET\nIt admits one.\nIt opens at your hour.\n\nQUESTIONS\n\nIs it free?\nNo.';
  expect(shapeOf(text)).toEqual([
    ['paragraph', 'One ticket.'],
    ['heading', '2. THE TICKET'],
    ['paragraph', 'It admits one.'],
    ['paragraph', 'It opens at your hour.'],
    ['heading', 'QUESTIONS'],
    ['question', 'Is it free?'],
    ['paragraph', 'No.'],
  ]);
});

test('without capitals, a short first line of a paragraph is a heading with an anchor', () => {
  expect(contentBlocks('By post\nChennai 600 000')).toEqual([
    { kind: 'heading', text: 'By post', id: 'by-post' },
    { kind: 'paragraph', text: 'Chennai 600 000' },
  ]);
  expect(shapeOf('எங்களைப் பற்றி\nஒரு சினிமா.')).toEqual([
    ['heading', 'எங்களைப் பற்றி'],
    ['paragraph', 'ஒரு சினிமா.'],
  ]);
});

test('a line without the end of a sentence stays in its paragraph', () => {
  expect(
    shapeOf('WRITE TO US\n14 Cathedral Road\nChennai 600 086\nWe answer letters.\nAnd mails.'),
  ).toEqual([
    ['heading', 'WRITE TO US'],
    ['paragraph', '14 Cathedral Road\nChennai 600 086\nWe answer letters.'],
    ['paragraph', 'And mails.'],
  ]);
});

test('lines that begin with a hyphen are a list', () => {
  expect(
    shapeOf(
      '4. REFUNDS\nWe refund when\n- the film is withdrawn.\n- the bank erred.\nRefunds take a week.',
    ),
  ).toEqual([
    ['heading', '4. REFUNDS'],
    ['paragraph', 'We refund when'],
    ['list', '- the film is withdrawn.\n- the bank erred.'],
    ['paragraph', 'Refunds take a week.'],
  ]);
  expect(shapeOf('- one\n- two')).toEqual([['list', '- one\n- two']]);
});

test('no character of the text is lost', () => {
  const text =
    'For your profile: your first name, your last name and your e-mail address, as you wrote them.\nMore.\n\n\nEND';
  expect(
    contentBlocks(text)
      .map((block) => block.text)
      .join('\n')
      .replaceAll('\n', ''),
  ).toBe(text.replaceAll('\n', ''));
});

test('mail addresses are links, and no text becomes a tag', () => {
  expect(linkedHtml('Write to ask.us@matinee.example.\n<b onclick="x">R&D</b>')).toBe(
    'Write to <a href="mailto:ask.us@matinee.example">ask.us@matinee.example</a>.\n&lt;b onclick=&quot;x&quot;&gt;R&amp;D&lt;/b&gt;',
  );
});
