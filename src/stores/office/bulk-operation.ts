import * as api from '#api/office.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import type { OperationDescription } from '#contract/office.ts';
import type { Change, Column, FactTypes, OperationResult } from '#contract/operation-result.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { apiErrorWithCode, isRejected } from '../lib/call-errors.ts';
import { officeErrorText } from './action.ts';
import { changesOf } from './changes.ts';
import { entriesOf, type FormValues, requestOf, textOf, valuesFromQuery } from './input.ts';
import { rowName } from './list.ts';
import { withReauthentication } from './reauthentication.ts';

export const NO_TABLES = {
  view: 'changes' as const,
  tables: {},
  facts: {},
  lines: [],
  isPartial: false,
};

const OUTCOME_COLUMNS: Column[] = [
  { key: 'name', type: 'text' },
  { key: 'outcome', type: 'text' },
];

/** Errors that are the same for each object. */
const CONCERNS_ALL: ErrorCode[] = [
  'validation_failed',
  'confirmation_required',
  'office_session_required',
  'role_required',
];

/** The field with several objects, if the link names several. */
export function bulkFieldOf(operation: OperationDescription, query: string): string | undefined {
  const [field] = operation.fields;
  const isForSeveral =
    field && textOf(valuesFromQuery(operation, query), field.name).includes('\n');
  return operation.isBulk && isForSeveral ? field.name : undefined;
}

export const asList = (field: OperationDescription['fields'][number], bulkField: string) =>
  field.name === bulkField && field.choices
    ? { ...field, kind: 'list' as const, choices: { ...field.choices, isMany: true } }
    : field;

export const sendOperation = (
  { noun, verb }: OperationDescription,
  request: ReturnType<typeof requestOf>,
  { isDryRun, version }: { isDryRun: boolean; version: string | undefined },
) =>
  withReauthentication(() =>
    api.runOperation(noun, verb, {
      ...request,
      dryRun: isDryRun,
      seenVersion: isDryRun ? undefined : version,
    }),
  );

/** Sends a form once for each object of the field `name`. */
export function createBulkOperation(operation: OperationDescription, name: string) {
  /** By object: the versions of the last dry run. Objects that it refused have none. */
  const versions = new Map<string, string | undefined>();

  function emptyOutcome() {
    const changes: Change[] = [];
    const changeTypes: FactTypes = {};
    const outcomes: { name: string; outcome: string }[] = [];
    return { changes, changeTypes, outcomes, isPartial: false };
  }
  type Outcome = ReturnType<typeof emptyOutcome>;

  /** An object that is refused does not stop the others. */
  async function sendFor({
    object,
    values,
    isDryRun,
    sent,
  }: {
    object: string;
    values: FormValues;
    isDryRun: boolean;
    sent: Outcome;
  }) {
    const done = (outcome: string) =>
      sent.outcomes.push({ name: rowName(operation, object), outcome });
    try {
      const request = requestOf(operation, { ...values, [name]: object });
      const version = versions.get(object);
      const reply = await sendOperation(operation, request, { isDryRun, version });
      if ('jobId' in reply) return;
      sent.changes.push(...(changesOf(reply) ?? []));
      Object.assign(sent.changeTypes, reply.changeTypes);
      if (isDryRun) versions.set(object, reply.version);
      done(isDryRun ? text.wouldBeDone : text.doneForOne);
    } catch (error) {
      if (!isRejected(error) || apiErrorWithCode(error, ...CONCERNS_ALL)) throw error;
      sent.isPartial = true;
      done(officeErrorText(error));
    }
  }

  /** One call after the other. */
  async function send(values: FormValues, isDryRun: boolean): Promise<OperationResult> {
    const objects = isDryRun ? entriesOf(textOf(values, name)) : [...versions.keys()];
    if (isDryRun) versions.clear();
    const sent = emptyOutcome();
    for (const object of objects) await sendFor({ object, values, isDryRun, sent });
    const { changes, changeTypes, outcomes, isPartial } = sent;
    return {
      ...NO_TABLES,
      data: { dryRun: isDryRun, changes, outcomes },
      changeTypes,
      tables: { outcomes: OUTCOME_COLUMNS },
      isPartial,
    };
  }

  return {
    send,
    /** The names of the objects that Apply would change. */
    appliesTo: () => [...versions.keys()].map((object) => rowName(operation, object)),
  };
}
