import { atom } from 'nanostores';
import * as api from '#api/office.ts';
import type { OperationDescription } from '#contract/office.ts';
import { officeErrorText } from './office-action.ts';
import { withReauthentication } from './office-reauthentication.ts';
import type { OperationResult } from './office-form.ts';
import { requestOf, valuesFromQuery } from './office-input.ts';

/** Chosen: more than the default of 50, so that filtering in the browser covers most lists. */
export const LOADED_ROWS = 500;
const LIMIT = 'limit';

interface ListState {
  status: 'process' | 'success' | 'error';
  result: OperationResult | null;
  error: string;
}

const LISTING_VERBS = ['list', 'find', 'held', 'audit'];

/** The operation whose rows a noun's page shows. */
export const listingOperation = (operations: OperationDescription[]): OperationDescription | undefined =>
  LISTING_VERBS.map((verb) => operations.find((each) => each.verb === verb)).find(
    (each) => each && !each.isChange && !each.isLong && each.fields.every(({ isRequired }) => !isRequired),
  );

/** Replies to an earlier query are dropped. */
export function createOperationList(operation: OperationDescription) {
  const $state = atom<ListState>({ status: 'process', result: null, error: '' });
  const hasLimit = operation.fields.some(({ name }) => name === LIMIT);
  let latestRequest = 0;

  async function load(query: string) {
    const thisRequest = ++latestRequest;
    $state.set({ ...$state.get(), status: 'process', error: '' });
    const values = { ...(hasLimit && { [LIMIT]: String(LOADED_ROWS) }), ...valuesFromQuery(operation, query) };
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
  return { $state, load };
}
