import { sessionMessages as text } from '#messages/session.ts';
import { tryStorageAgain } from '#stores/arrival.ts';
import { ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';

/** In place of a sign-in that the next page would not know. */
export const StorageBlocked = () => (
  <ErrorBox title={text.storageBlockedTitle} sentence={text.storageBlocked}>
    <Button kind="line" onClick={tryStorageAgain}>
      {text.storageRetry}
    </Button>
  </ErrorBox>
);
