import { movieSlug } from '#domain/slug.ts';

/** A part of a content page. `text` has the line breaks of the stored text. */
interface Block {
  /** A list has an item in each line. */
  kind: 'heading' | 'question' | 'paragraph' | 'list';
  text: string;
  /** The fragment in the link to a heading. */
  id?: string;
}

const MAX_HEADING_LETTERS = 70;
const isInCapitals = (line: string) => /\p{Lu}/u.test(line) && line === line.toUpperCase();

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text as HTML, with links to its mail addresses. */
export const linkedHtml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (letter) => ESCAPES[letter]!)
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<a href="mailto:$&">$&</a>');

const isListItem = (line: string) => line.startsWith('- ');
const isSentenceEnd = (text: string) => /[.!?]$/.test(text);

/**
 * Chosen: a line that ends a sentence also ends a paragraph, so that a long section has space
 * between its lines. Lines that begin with a hyphen are a list.
 */
function paragraphsAndLists(lines: string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const kind = isListItem(line) ? 'list' : 'paragraph';
    const last = blocks.at(-1);
    if (last?.kind === kind && (kind === 'list' || !isSentenceEnd(last.text)))
      last.text += `\n${line}`;
    else blocks.push({ kind, text: line });
  }
  return blocks;
}

/**
 * Finds the headings of a stored plain text. Chosen: a heading is a short first line of a
 * paragraph, in capitals or followed by more lines. In a text with headings in capitals, all other
 * headings are questions below them.
 */
export function contentBlocks(pageContent: string): Block[] {
  const paragraphs = pageContent.split(/\n\s*\n/).map((paragraph) => paragraph.trim().split('\n'));
  const hasCapitals = paragraphs.some(([first = '']) => isInCapitals(first));
  return paragraphs.flatMap((lines): Block[] => {
    const [first = '', ...following] = lines;
    const isShort = first.length <= MAX_HEADING_LETTERS && !isListItem(first);
    if (!isShort || !(isInCapitals(first) || following.length > 0))
      return paragraphsAndLists(lines);
    const kind = hasCapitals && !isInCapitals(first) ? 'question' : 'heading';
    const heading: Block = { kind, text: first, id: movieSlug(first) };
    return following.length > 0 ? [heading, ...paragraphsAndLists(following)] : [heading];
  });
}
