import { z } from 'zod';
import {
  type Column,
  type FactTypes,
  type OperationResult,
  Row,
} from '#contract/operation-result.ts';

interface ResultTable {
  name: string;
  columns: Column[];
  rows: Row[];
}

export interface Fact {
  name: string;
  value: unknown;
  type: FactTypes[string];
}

const Rows = z.array(Row);
const valueIn = ({ data }: OperationResult, name: string): unknown => (data as Row)[name];

export const tablesOf = (result: OperationResult): ResultTable[] =>
  Object.entries(result.tables).map(([name, columns]) => ({
    name,
    columns,
    rows: Rows.parse(valueIn(result, name)),
  }));

/** The `after` of the rows that follow; null if the list is complete. */
export const nextOf = (result: OperationResult): string | null =>
  result.view === 'list' || result.view === 'details' || result.view === 'sales'
    ? (result.data.next ?? null)
    : null;

/** Longer lists of texts get their own element. */
const MAX_TEXTS_IN_LINE = 20;

const isLongList = (fact: Fact): fact is Fact & { value: string[] } =>
  fact.type === 'list' && (fact.value as unknown[]).length > MAX_TEXTS_IN_LINE;

export function factsOf(result: OperationResult) {
  const facts = Object.entries(result.facts).map(([name, type]): Fact => ({
    name,
    type,
    value: valueIn(result, name),
  }));
  return {
    properties: facts.filter((fact) => !isLongList(fact)),
    lists: facts.filter(isLongList),
  };
}
