import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { otherBrowserMessages as text } from '#messages/other-browser.ts';
import { sessionMessages } from '#messages/session.ts';
import { continueHere, openContinuePage } from '#stores/session/other-browser.ts';
import { signUpHref } from '#stores/lib/return-path.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Loading } from '../loading/LoadStates.tsx';

/**
 * Chosen: a press signs in, so that nobody is signed in to a stranger's account by opening an
 * address.
 */
export function ContinueHere() {
  const { status, error } = useStore(continueHere.$state);
  const [code, setCode] = useState<string | null>();
  useEffect(() => setCode(openContinuePage()), []);
  if (code === undefined) return <Loading className="h-40" />;
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-4">
      <p className="lead-text">{code ? text.lead : text.incomplete}</p>
      {code && <p className="text-soft">{text.notYours}</p>}
      <ErrorText error={error} />
      {code && !error && (
        <Button busy={status === 'process'} onClick={() => void continueHere.run(code)}>
          {text.continue}
        </Button>
      )}
      {(!code || error) && (
        <a className="button secondary" href={signUpHref()}>
          {sessionMessages.signIn}
        </a>
      )}
    </div>
  );
}
