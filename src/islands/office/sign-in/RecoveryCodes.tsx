import { useEffect } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { finishInvitation } from '#stores/office/invitation.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { useFocusOnMount } from '../frame/use-focus-on-mount.ts';

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  useConfirmedLeaving();
  return (
    <div className="office-centered wide">
      <h1 className="heading-3" ref={heading} tabIndex={-1}>
        {text.recoveryTitle}
      </h1>
      <p>{text.recoveryNote}</p>
      <ol className="office-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="office-buttons">
        <CopyButton content={codes.join('\n')} label={text.copyCodes} messages={text} />
        <Button kind="secondary" small onClick={() => window.print()}>
          {text.print}
        </Button>
      </div>
      <Button onClick={finishInvitation}>{text.stored}</Button>
    </div>
  );
}

/** The browser asks before the page is closed, because the codes are shown only once. */
function useConfirmedLeaving() {
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, []);
}
