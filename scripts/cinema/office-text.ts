import {
  type Reference,
  Sentence,
  sentence,
  type SentencePart,
  type Text,
} from '#domain/format/sentence.ts';
import type { OptionDescription } from './command.ts';
import { toCamelCase } from './parse-command-line.ts';

/** `outage from` → `Outage from` */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const quote = (name: string) => `“${name}”`;

export interface Names {
  /**
   * By command that the back office offers: its title. Other commands stay as typed in a terminal.
   */
  titles: Map<string, string>;
  /** By input: the label of its field. */
  labels: Map<string, string>;
}

const isStart = (before: SentencePart | undefined) =>
  before === undefined || before === '' || (typeof before === 'string' && /[.\n] ?$/.test(before));

function nameOf(
  part: Reference,
  before: SentencePart | undefined,
  { titles, labels }: Names,
): string {
  switch (part.kind) {
    case 'command': {
      const title = titles.get(part.name);
      return title === undefined ? part.typed : quote(title);
    }
    case 'option':
    case 'argument': {
      const label = labels.get(toCamelCase(part.name));
      if (label === undefined) return part.typed;
      const value = part.kind === 'option' && part.value;
      return value ? `${quote(label)}: ${value}` : quote(label);
    }
    case 'dryRun':
      return isStart(before) ? 'The preview' : 'the preview';
    case 'word':
      return quote(part.word);
  }
}

/** A text as the back office shows it. */
export function toOfficeText(text: Text, names: Names): string {
  if (!(text instanceof Sentence)) return text;
  const parts = text.parts.filter((part) => part !== '');
  return parts
    .map((part, at) => (typeof part === 'string' ? part : nameOf(part, parts[at - 1], names)))
    .join('');
}

/** A hint as sentences; empty if it only repeats the label. */
export function hintOf(
  { about, notes = [], ifEmpty }: OptionDescription,
  label: string,
  names: Names,
): string {
  const repeatsLabel =
    String(about)
      .replace(/^(the|a) /, '')
      .toLowerCase() === label.toLowerCase();
  if (repeatsLabel && notes.length === 0 && ifEmpty === undefined) return '';
  return [about, ...notes, ifEmpty === undefined ? null : sentence`If empty: ${ifEmpty}`]
    .filter((text) => text !== null)
    .map((text) => `${capitalize(toOfficeText(text, names))}.`)
    .join(' ');
}

/** Shows the sentences in a result; other texts are data, and stay. */
export function mapSentences(value: unknown, names: Names): unknown {
  if (value instanceof Sentence) return toOfficeText(value, names);
  if (Array.isArray(value)) return value.map((each) => mapSentences(each, names));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapSentences(each, names)]),
  );
}
