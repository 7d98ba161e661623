import { commonMessages } from '#messages/common.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { reloadPage } from '#stores/lib/navigate.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorBox } from '../loading/LoadStates.tsx';

/**
 * Replaces the sign-in if the browser blocks storage. A changed browser setting applies only after
 * a reload.
 */
export const StorageBlocked = () => (
  <ErrorBox title={text.storageBlockedTitle} sentence={text.storageBlocked}>
    <Button kind="secondary" onClick={reloadPage}>
      {commonMessages.retry}
    </Button>
  </ErrorBox>
);
