import { removeControls } from '#domain/plain-text.ts';
import { bodyFaceFor, type Face } from './faces.ts';

export interface TextRun {
  face: Face;
  text: string;
}

interface Letter {
  text: string;
  face: Face;
  /** Level of Unicode's bidirectional algorithm: even is left to right, odd is right to left. */
  level: number;
}

/**
 * Returns runs in visual order, from left to right; null if a letter has no face. Leaves out
 * symbols such as emoji.
 */
export function toRuns(text: string): TextRun[] | null {
  const letters = assignFaces(text);
  if (!letters) return null;
  const runs: (TextRun & { level: number })[] = [];
  for (const { text, face, level } of letters) {
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.text += text;
    else runs.push({ face, text, level });
  }
  return inVisualOrder(runs).map(({ face, text, level }) => ({
    face,
    text: level % 2 === 1 ? mirrored(text) : text,
  }));
}

export const isDrawable = (text: string): boolean => assignFaces(text) !== null;

/** Whether something of the text can be read when its other letters are replaced. */
export const hasDrawableLetter = (text: string): boolean =>
  Array.from(text.normalize('NFC')).some((letter) => /\p{L}/u.test(letter) && isDrawable(letter));

export const replaceUndrawable = (text: string): string =>
  isDrawable(text)
    ? text
    : Array.from(text.normalize('NFC'), (letter) => (isDrawable(letter) ? letter : '?')).join('');

function assignFaces(text: string): Letter[] | null {
  const characters = [...removeControls(text).normalize('NFC').replace(/\s+/g, ' ')];
  const levels = levelsOf(characters);
  const letters: Letter[] = [];
  for (const [at, letter] of characters.entries()) {
    const last = letters.at(-1)?.face;
    const face = IS_SHARED.test(letter) && last?.hasLetter(letter) ? last : bodyFaceFor(letter);
    const isSecondSpace = letter === ' ' && letters.at(-1)?.text === ' ';
    if (face && !isSecondSpace) letters.push({ text: letter, face, level: levels[at]! });
    else if (!face && IS_LETTER.test(letter)) return null;
  }
  return letters;
}

/**
 * Spaces, symbols, digits and joiners belong to no script, and keep the face of the previous
 * letter.
 */
const IS_SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;
const IS_LETTER = /[\p{L}\p{N}\p{Sc}]/u;
const IS_ARABIC = /\p{Script=Arabic}/u;

type Direction = 'rtl' | 'ltr';

/** A short form of the bidirectional algorithm, for names without direction marks. */
function levelsOf(letters: string[]): number[] {
  const directions = letters.map(directionOf);
  const base = directions.find((each) => each !== null) ?? 'ltr';
  let lastStrong: Direction = base;
  const resolved = letters.map((letter, at) => {
    const ownDirection = directions[at] ?? null;
    if (ownDirection) lastStrong = ownDirection;
    if (/\p{Nd}/u.test(letter)) return lastStrong === 'rtl' ? 'number' : 'ltr';
    return /\p{M}/u.test(letter) ? lastStrong : ownDirection;
  });
  return resolved.map((kind, at) => levelOf(kind ?? neutralDirection(resolved, at, base), base));
}

const directionOf = (letter: string): Direction | null => {
  if (IS_ARABIC.test(letter)) return 'rtl';
  return /\p{L}/u.test(letter) ? 'ltr' : null;
};

/**
 * A neutral character takes the direction of its neighbours if both agree, otherwise the base
 * direction.
 */
function neutralDirection(
  kinds: (Direction | 'number' | null)[],
  at: number,
  base: Direction,
): Direction {
  const side = (kind: Direction | 'number' | null | undefined) =>
    kind === 'number' ? 'rtl' : (kind ?? base);
  const before = side(kinds.slice(0, at).findLast((kind) => kind !== null));
  const after = side(kinds.slice(at + 1).find((kind) => kind !== null));
  return before === after ? before : base;
}

function levelOf(kind: Direction | 'number', base: Direction): number {
  if (kind === 'rtl') return 1;
  if (kind === 'number') return 2;
  return base === 'rtl' ? 2 : 0;
}

/** Reverses each sequence of a level, from the highest level down. */
function inVisualOrder<Each extends { level: number }>(runs: Each[]): Each[] {
  const ordered = [...runs];
  for (const level of [2, 1]) {
    const isOfLevel = (at: number) => (ordered[at]?.level ?? 0) >= level;
    for (let from = 0; from < ordered.length; from += 1) {
      if (!isOfLevel(from)) continue;
      let to = from;
      while (isOfLevel(to)) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/** Reverses symbols inside right-to-left text. HarfBuzz reverses the Arabic words themselves. */
const mirrored = (text: string): string =>
  IS_ARABIC.test(text)
    ? text
    : [...text]
        .reverse()
        .map((character) => MIRRORED[character] ?? character)
        .join('');
