import { atom } from 'nanostores';
import * as api from '#api/office.ts';
import type { OperationDescription } from '#contract/office.ts';
import type { OperationResult } from '#contract/operation-result.ts';
import { officeErrorText } from './action.ts';
import { withReauthentication } from './reauthentication.ts';
import { requestOf, valuesFromQuery, withDefaultLimit } from './input.ts';
import { tablesOf } from './result-parts.ts';
import { createTableView } from './table.ts';
import { nounHref } from './view.ts';
import { onSessionEnd } from './office.ts';

interface ListState {
  status: 'process' | 'success' | 'error';
  result: OperationResult | null;
  error: string;
}

const notLoaded: ListState = { status: 'process', result: null, error: '' };

const LISTING_VERBS = ['list', 'find', 'held', 'audit'];

/** The operation whose rows a noun's page shows. */
export const listingOperation = (
  operations: OperationDescription[],
): OperationDescription | undefined =>
  LISTING_VERBS.map((verb) => operations.find((each) => each.verb === verb)).find(
    (each) =>
      each && !each.isChange && !each.isLong && each.fields.every(({ isRequired }) => !isRequired),
  );

/** Replies to an earlier query are dropped. */
function createOperationList(operation: OperationDescription) {
  const $state = atom<ListState>(notLoaded);
  const $view = createTableView();
  const position = { query: '', scrollY: 0 };
  let latestRequest = 0;

  async function load(query: string) {
    const thisRequest = ++latestRequest;
    if (query !== position.query) {
      Object.assign(position, { query, scrollY: 0 });
      $view.set({ ...$view.get(), page: 0, selectedRows: [] });
      $state.set(notLoaded);
    }
    $state.set({ ...$state.get(), status: 'process', error: '' });
    const values = withDefaultLimit(operation, valuesFromQuery(operation, query));
    try {
      const reply = await withReauthentication(() =>
        api.runOperation(operation.noun, operation.verb, requestOf(operation, values)),
      );
      if (thisRequest !== latestRequest || 'jobId' in reply) return;
      $state.set({ status: 'success', result: reply, error: '' });
    } catch (error) {
      if (thisRequest === latestRequest)
        $state.set({ ...$state.get(), status: 'error', error: officeErrorText(error) });
    }
  }
  return { $state, $view, position, load };
}

/**
 * Lists with their rows, filters, sorting, page and scroll position, until the page is closed or
 * the person signs out.
 */
const lists = new Map<string, ReturnType<typeof createOperationList>>();
onSessionEnd(() => lists.clear());

export function openList(operation: OperationDescription) {
  const list = lists.get(operation.noun) ?? createOperationList(operation);
  lists.set(operation.noun, list);
  return list;
}

/** `Night Rail (key-1)`, if the loaded list has the row; else only its key. */
export function rowName({ noun, fields }: OperationDescription, key: string): string {
  const { choices } = fields[0] ?? {};
  const result = lists.get(noun)?.$state.get().result;
  const [listed] = result ? tablesOf(result) : [];
  if (!choices) return key;
  const row = listed?.rows.find((each) => each[choices.value] === key);
  return row ? `${String(row[choices.label])} (${key})` : key;
}

/** The list as the member left it. */
export const listHref = (noun: string): string => nounHref(noun, lists.get(noun)?.position.query);
