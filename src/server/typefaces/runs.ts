import { bodyFaceFor, type Face } from './faces.ts';

/** Letters that one face draws in one direction. */
export interface Run {
  face: Face;
  text: string;
}

interface Letter {
  text: string;
  face: Face;
  /** As in Unicode's bidirectional algorithm: even runs to the right, odd to the left. */
  level: number;
}

/**
 * A name or a label in the order in which its parts stand on the paper, from left to right; null when a letter of it is in no face.
 * Signs that no face has, such as pictures, are left out: they say nothing that an invoice must.
 */
export function toRuns(text: string): Run[] | null {
  const letters = withFaces(text);
  if (!letters) return null;
  const runs: (Run & { level: number })[] = [];
  for (const { text, face, level } of letters) {
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.text += text;
    else runs.push({ face, text, level });
  }
  return inVisualOrder(runs).map(({ face, text, level }) => ({ face, text: level % 2 === 1 ? turned(text) : text }));
}

export const isDrawable = (text: string): boolean => withFaces(text) !== null;

/** The text with a question mark for each letter of no face; ask `isDrawable` first where there is something better to say. */
export const drawable = (text: string): string =>
  isDrawable(text) ? text : Array.from(text.normalize('NFC'), (letter) => (isDrawable(letter) ? letter : '?')).join('');

function withFaces(text: string): Letter[] | null {
  const written = [...text.normalize('NFC').replace(/\s+/g, ' ')];
  const levels = levelsOf(written);
  const letters: Letter[] = [];
  for (const [at, letter] of written.entries()) {
    const last = letters.at(-1)?.face;
    const face = IS_SHARED.test(letter) && last?.has(letter) ? last : bodyFaceFor(letter);
    const isSecondSpace = letter === ' ' && letters.at(-1)?.text === ' ';
    if (face && !isSecondSpace) letters.push({ text: letter, face, level: levels[at]! });
    else if (!face && IS_LETTER.test(letter)) return null;
  }
  return letters;
}

/** Of no script by itself: spaces, signs, digits, joiners. It stays in the face of what it follows. */
const IS_SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;
const IS_LETTER = /[\p{L}\p{N}\p{Sc}]/u;
const IS_ARABIC = /\p{Script=Arabic}/u;

type Direction = 'left' | 'right';

/** Levels by a short form of the bidirectional algorithm: enough for a name, which holds no marks of direction. */
function levelsOf(letters: string[]): number[] {
  const directions = letters.map(directionOf);
  const base = directions.find((each) => each !== null) ?? 'right';
  let strong: Direction = base;
  const inWords = letters.map((letter, at) => {
    const own = directions[at] ?? null;
    if (own) strong = own;
    if (/\p{Nd}/u.test(letter)) return strong === 'left' ? 'number' : 'right';
    return /\p{M}/u.test(letter) ? strong : own;
  });
  return inWords.map((kind, at) => levelOf(kind ?? between(inWords, at, base), base));
}

const directionOf = (letter: string): Direction | null => {
  if (IS_ARABIC.test(letter)) return 'left';
  return /\p{L}/u.test(letter) ? 'right' : null;
};

/** A sign between two parts of one direction is a part of them; elsewhere it goes with the whole. */
function between(kinds: (Direction | 'number' | null)[], at: number, base: Direction): Direction {
  const side = (kind: Direction | 'number' | null | undefined) => (kind === 'number' ? 'left' : (kind ?? base));
  const before = side(kinds.slice(0, at).findLast((kind) => kind !== null));
  const after = side(kinds.slice(at + 1).find((kind) => kind !== null));
  return before === after ? before : base;
}

function levelOf(kind: Direction | 'number', base: Direction): number {
  if (kind === 'left') return 1;
  if (kind === 'number') return 2;
  return base === 'left' ? 2 : 0;
}

/** Turns round every stretch of a level, from the deepest up. */
function inVisualOrder<Each extends { level: number }>(runs: Each[]): Each[] {
  const ordered = [...runs];
  for (const level of [2, 1])
    for (let from = 0; from < ordered.length; from += 1) {
      if (ordered[from]!.level < level) continue;
      let to = from;
      while (ordered[to] && ordered[to]!.level >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
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

/** Signs alone, among words that run to the left. Words themselves are turned by whoever lays them out. */
const turned = (text: string): string =>
  IS_ARABIC.test(text)
    ? text
    : [...text]
        .reverse()
        .map((sign) => MIRRORED[sign] ?? sign)
        .join('');
