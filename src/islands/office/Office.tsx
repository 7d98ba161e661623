import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { $session, loadSession } from '#stores/office/office.ts';
import { $view, watchHash } from '#stores/office/view.ts';
import { useSilentInput } from '../use-silent-input.ts';
import { Invitation } from './sign-in/Invitation.tsx';
import { ErrorBox, Loading } from './frame/LoadStates.tsx';
import { Shell } from './frame/Shell.tsx';
import { SignInPage } from './sign-in/SignInPage.tsx';

export function Office() {
  useEffect(watchHash, []);
  useSilentInput();
  const view = useStore($view);
  return view.page === 'invitation' ? (
    <Invitation key={view.token} token={view.token} />
  ) : (
    <SignedInOrOut />
  );
}

function SignedInOrOut() {
  const session = useStore($session);
  useEffect(() => void loadSession(), []);
  switch (session.state) {
    case 'signedIn':
      return <Shell member={session.member} />;
    case 'signedOut':
      return <SignInPage />;
    case 'unreachable':
      return (
        <div className="office-centered">
          <h1 className="heading-3">{text.backOffice}</h1>
          <ErrorBox error={session.error} onRetry={() => void loadSession()} />
        </div>
      );
    case 'unknown':
      return <Loading />;
  }
}
