import * as api from '#api/office.ts';
import type { OperationDescription } from '#contract/office.ts';
import { LIMIT } from './input.ts';
import { tablesOf } from './result-parts.ts';
import { withReauthentication } from './reauthentication.ts';
import { $operations, onSessionEnd } from './office.ts';

type Field = OperationDescription['fields'][number];
export interface Choice {
  value: string;
  label: string;
}

const SHOWN_CHOICES = 20;
/** The most that a list returns at once. */
const ALL_ROWS = '10000';
/** Lists without a filter are loaded once and then searched in the browser. */
const lists = new Map<string, Promise<Choice[]>>();
onSessionEnd(() => lists.clear());

/** Whether the roles of the member allow the list. If not, the member types the value. */
export const hasChoices = ({ choices }: Field): boolean =>
  choices !== undefined && listOf(choices.noun) !== undefined;

const listOf = (wanted: string) =>
  $operations.get().operations.find(({ noun, verb }) => noun === wanted && verb === 'list');

/** Forgets the loaded lists after a change. */
export const forgetChoices = () => lists.clear();

/**
 * The choices whose label or value contains the text, first those that begin with it. Empty if the
 * list cannot be loaded: the member can type the value.
 */
export async function findChoices({ choices }: Field, typed: string): Promise<Choice[]> {
  if (!choices) return [];
  const { noun, filter } = choices;
  const text = typed.trim();
  const key = filter ? `${noun} ${text}` : noun;
  const input = filter
    ? { ...(text && { [filter]: text }), limit: String(SHOWN_CHOICES) }
    : allRowsOf(noun);
  const list = lists.get(key) ?? loadList(choices, input);
  lists.set(key, list);
  try {
    const found = await list;
    return (filter ? found : bestFirst(found, text)).slice(0, SHOWN_CHOICES);
  } catch {
    lists.delete(key);
    return [];
  }
}

const allRowsOf = (noun: string): Record<string, string> =>
  listOf(noun)?.fields.some(({ name }) => name === LIMIT) ? { [LIMIT]: ALL_ROWS } : {};

async function loadList(
  { noun, value, label }: NonNullable<Field['choices']>,
  input: Record<string, string>,
): Promise<Choice[]> {
  const reply = await withReauthentication(() => api.runOperation(noun, 'list', { input }));
  const [listed] = 'jobId' in reply ? [] : tablesOf(reply);
  return (listed?.rows ?? []).map((row) => ({
    value: String(row[value]),
    label: String(row[label] ?? row[value]),
  }));
}

const bestFirst = (choices: Choice[], typed: string): Choice[] => {
  const text = typed.toLowerCase();
  const namesOf = ({ value, label }: Choice) => [label.toLowerCase(), value.toLowerCase()];
  const matching = choices.filter((each) => namesOf(each).join(' ').includes(text));
  const isPrefix = (each: Choice) => namesOf(each).some((name) => name.startsWith(text));
  return [...matching.filter(isPrefix), ...matching.filter((each) => !isPrefix(each))];
};
