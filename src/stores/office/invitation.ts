import { atom } from 'nanostores';
import * as api from '#api/office.ts';
import { OFFICE_PASSWORD_MIN_LENGTH } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { createAction, missingFields, officeErrorText, throwFieldErrors } from './action.ts';
import { type OfficeMember, setMember } from './office.ts';
import { OVERVIEW_HREF, replaceView } from './view.ts';
import { isRejected } from '../lib/call-errors.ts';

export { OFFICE_PASSWORD_MIN_LENGTH };

export type InvitationState =
  | { step: 'opening' }
  | { step: 'failed'; error: string; canRetry: boolean }
  | { step: 'accepting'; name: string; secret: string; otpauthUrl: string }
  | { step: 'codes'; member: OfficeMember; recoveryCodes: string[] };

export const $invitation = atom<InvitationState>({ step: 'opening' });

export async function openInvitation(token: string) {
  $invitation.set({ step: 'opening' });
  try {
    $invitation.set({ step: 'accepting', ...(await api.openInvitation(token)) });
  } catch (error) {
    $invitation.set({
      step: 'failed',
      error: officeErrorText(error),
      canRetry: !isRejected(error),
    });
  }
}

interface Acceptance {
  invitation: string;
  password: string;
  code: string;
}

export const acceptInvitation = createAction(async ({ invitation, password, code }: Acceptance) => {
  const tooShort = password.length < OFFICE_PASSWORD_MIN_LENGTH && {
    password: text.passwordTooShort(OFFICE_PASSWORD_MIN_LENGTH),
  };
  throwFieldErrors({ ...missingFields({ code }), ...tooShort });
  const { recoveryCodes, ...member } = await api.acceptInvitation({ invitation, password, code });
  $invitation.set({ step: 'codes', member, recoveryCodes });
});

/** The recovery codes are stored. They cannot be shown again. */
export function finishInvitation() {
  const state = $invitation.get();
  if (state.step !== 'codes') return;
  $invitation.set({ step: 'opening' });
  setMember(state.member);
  replaceView(OVERVIEW_HREF);
}
