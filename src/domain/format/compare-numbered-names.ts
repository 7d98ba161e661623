import { LANGUAGE } from './locale.ts';

let numbered: Intl.Collator | undefined;

/** As compareNames, but `film-2` before `film-10`, and without regard to case. */
export function compareNumberedNames(one: string, two: string): number {
  numbered ??= new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' });
  return numbered.compare(one, two);
}
