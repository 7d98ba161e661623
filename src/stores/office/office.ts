import { atom } from 'nanostores';
import * as api from '#api/office.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { OperationDescription, officeMember } from '#contract/office.ts';
import { createAction, missingFields, officeErrorText, throwFieldErrors } from './action.ts';
import { OVERVIEW_HREF, replaceView } from './view.ts';
import { apiErrorWithCode } from '../lib/call-errors.ts';

export type OfficeMember = ReplyOf<typeof officeMember>;
type OfficeSession =
  | { state: 'unknown' | 'signedOut' }
  | { state: 'unreachable'; error: string }
  | { state: 'signedIn'; member: OfficeMember };

export const $session = atom<OfficeSession>({ state: 'unknown' });

interface Operations {
  status: 'process' | 'success' | 'error';
  operations: OperationDescription[];
  error: string;
}
const noOperations: Operations = { status: 'process', operations: [], error: '' };
/** The operations that the member may use. */
export const $operations = atom<Operations>(noOperations);

export const isSessionRequired = (error: unknown) =>
  apiErrorWithCode(error, 'office_session_required') !== null;

export async function loadSession() {
  if ($session.get().state === 'signedIn') return;
  $session.set({ state: 'unknown' });
  try {
    setMember(await api.fetchMember());
  } catch (error) {
    if (isSessionRequired(error)) $session.set({ state: 'signedOut' });
    else $session.set({ state: 'unreachable', error: officeErrorText(error) });
  }
}

export function setMember(member: OfficeMember) {
  const session = $session.get();
  const hadSameRoles =
    session.state === 'signedIn' &&
    session.member.name === member.name &&
    session.member.roles.join() === member.roles.join();
  $session.set({ state: 'signedIn', member });
  if (!hadSameRoles) void loadOperations();
}

/** Keeps the loaded operations until the reply arrives, so that an open form keeps its values. */
export async function loadOperations() {
  const isKnown = $operations.get().status === 'success';
  if (!isKnown) $operations.set(noOperations);
  try {
    const { operations } = await api.fetchOperations();
    $operations.set({ status: 'success', operations, error: '' });
  } catch (error) {
    if (isSessionRequired(error)) endSession();
    else if (!isKnown)
      $operations.set({ ...noOperations, status: 'error', error: officeErrorText(error) });
  }
}

export interface Credentials {
  name: string;
  password: string;
  code: string;
}

/** Keeps the hash of the URL, so that the requested view opens after sign-in. */
export const signIn = createAction(async ({ name, password, code }: Credentials) => {
  throwFieldErrors(missingFields({ name, password, code }));
  setMember(await api.signIn({ name, password, code }));
});

export const signOut = createAction(async () => {
  await api.signOut().catch((error: unknown) => {
    if (!isSessionRequired(error)) throw error;
  });
  replaceView(OVERVIEW_HREF);
  endSession();
});

const endListeners = new Set<() => void>();
/** Calls the listener when the session ends, so that a store can delete the data of the member. */
export const onSessionEnd = (listener: () => void) => endListeners.add(listener);

function endSession() {
  endListeners.forEach((listener) => listener());
  $operations.set(noOperations);
  $session.set({ state: 'signedOut' });
}
