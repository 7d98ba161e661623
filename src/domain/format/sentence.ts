/**
 * What a text names. A terminal shows it as it is typed; the pages of the back office have words of
 * their own for it.
 */
export type Reference =
  | { kind: 'command'; name: string; typed: string }
  | { kind: 'option'; name: string; typed: string; value?: string | number }
  | { kind: 'argument'; name: string; typed: string }
  | { kind: 'dryRun'; typed: string }
  | { kind: 'word'; word: string; typed: string };

export type SentencePart = string | Reference;

const typedForm = (part: SentencePart): string => (typeof part === 'string' ? part : part.typed);

/**
 * A text with references. The values in it are never taken for references. As a string and in JSON:
 * as in a terminal.
 */
export class Sentence {
  readonly parts: readonly SentencePart[];

  constructor(parts: readonly SentencePart[]) {
    this.parts = parts;
  }

  toString(): string {
    return this.parts.map(typedForm).join('');
  }

  toJSON(): string {
    return this.toString();
  }
}

export type Text = string | Sentence;
export const isText = (value: unknown): value is Text =>
  typeof value === 'string' || value instanceof Sentence;

const partsOf = (value: Text | Reference | number): readonly SentencePart[] => {
  if (value instanceof Sentence) return value.parts;
  return [typeof value === 'number' ? String(value) : value];
};

/** sentence`${option('to')} must not be before ${option('from')}` */
export const sentence = (
  texts: TemplateStringsArray,
  ...values: (Text | Reference | number)[]
): Sentence =>
  new Sentence(texts.flatMap((text, at) => [text, ...values.slice(at, at + 1).flatMap(partsOf)]));

const withArguments = (name: string, args: string | number = '') =>
  args === '' ? name : `${name} ${args}`;

/** `order return`, with arguments that only a terminal shows. */
export const command = (name: string, args?: string | number): Reference => ({
  kind: 'command',
  name,
  typed: `cinema ${withArguments(name, args)}`,
});

export const quotedCommand = (name: string): Reference => ({
  kind: 'command',
  name,
  typed: `\`cinema ${name}\``,
});

/** As it is typed in the folder of the project. */
export const npmCommand = (name: string, args?: string): Reference => ({
  kind: 'command',
  name,
  typed: `npm run cinema -- ${withArguments(name, args)}`,
});

/** `even-if-sold`, with the value to type. */
export const option = (name: string, value?: string | number): Reference => ({
  kind: 'option',
  name,
  typed: withArguments(`--${name}`, value),
  value,
});

export const argument = (name: string): Reference => ({
  kind: 'argument',
  name,
  typed: `<${name}>`,
});

export const DRY_RUN: Reference = { kind: 'dryRun', typed: '--dry-run' };

/** A word to type. */
export const word = (typed: string): Reference => ({
  kind: 'word',
  word: typed,
  typed: `\`${typed}\``,
});

/** An error whose message may name commands and options. */
export class SentenceError extends Error {
  readonly sentence: Text;

  constructor(text: Text, options?: ErrorOptions) {
    super(String(text), options);
    this.sentence = text;
  }
}

/** The sentence of an error, or its message. */
export const sentenceOf = (error: Error): Text =>
  error instanceof SentenceError ? error.sentence : error.message;
