import { commonMessages } from '#messages/common.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { reloadToRetryStorage } from '#stores/complete-sign-in.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorBox } from '../loading/LoadStates.tsx';

/** Replaces the sign-in if the browser blocks storage. */
export const StorageBlocked = () => (
  <ErrorBox title={text.storageBlockedTitle} sentence={text.storageBlocked}>
    <Button kind="secondary" onClick={reloadToRetryStorage}>
      {commonMessages.retry}
    </Button>
  </ErrorBox>
);
