import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { commonMessages } from '#messages/common.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { $invitation, openInvitation } from '#stores/office/invitation.ts';
import { OVERVIEW_HREF } from '#stores/office/view.ts';
import { AcceptInvitation } from './AcceptInvitation.tsx';
import { ErrorBox, Loading } from '../frame/LoadStates.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export function Invitation({ token }: { token: string }) {
  const state = useStore($invitation);
  useEffect(() => {
    document.title = `${text.invitation} · ${text.backOffice} · ${commonMessages.brand}`;
    void openInvitation(token);
  }, [token]);
  switch (state.step) {
    case 'opening':
      return <Loading />;
    case 'accepting':
      return <AcceptInvitation invitation={token} {...state} />;
    case 'codes':
      return <RecoveryCodes codes={state.recoveryCodes} />;
    case 'failed':
      return (
        <div className="office-centered">
          <h1 className="heading-3">{text.invitationFailed}</h1>
          <ErrorBox
            error={state.error}
            {...(state.canRetry && { onRetry: () => void openInvitation(token) })}
          />
          <a className="action-link" href={OVERVIEW_HREF}>
            {text.toSignIn}
          </a>
        </div>
      );
  }
}
