import { sessionMessages as text } from '#messages/session.ts';
import { reloadToRetryStorage } from '#stores/complete-sign-in.ts';
import { ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';

/** Replaces the sign-in if the browser blocks storage. */
export const StorageBlocked = () => (
  <ErrorBox title={text.storageBlockedTitle} sentence={text.storageBlocked}>
    <Button kind="line" onClick={reloadToRetryStorage}>
      {text.storageRetry}
    </Button>
  </ErrorBox>
);
