import type { FactTypes, ValueType } from '#contract/operation-result.ts';
import type { Change, Facts } from './change.ts';

/** The type of a value whose command names none. In JSON, an instant is a text. */
export function typeOfValue(value: unknown): ValueType {
  if (value instanceof Date) return 'instant';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'object' && value !== null ? 'record' : 'text';
}

/** A record has the types of its values. */
export const typesOfFacts = (facts: Facts): FactTypes =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const type = typeOfValue(value);
      return [name, type === 'record' ? typesOfRecord(value as Facts) : type];
    }),
  );

const typesOfRecord = (record: Facts): Record<string, ValueType> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, typeOfValue(value)]));

/** By name of a fact. A value that is null before or after has the type of the other one. */
export const typesOfChanges = (changes: Change[]): FactTypes =>
  Object.assign(
    {},
    ...changes.flatMap(({ before, after }) =>
      [before, after].map((facts) => typesOfFacts(withoutNulls(facts ?? {}))),
    ),
  ) as FactTypes;

const withoutNulls = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
