import { useEffect } from 'react';
import { playbackMessages as text } from '#messages/playback.ts';
import { acceptWarning, declineWarning } from '#stores/playback/playback.ts';
import { Button } from '#ui/Button.tsx';
import { Modal } from '#ui/Modal.tsx';
import { loadPlayer } from './load-player.ts';

export function CopyrightWarning() {
  // Loads the player while the viewer reads the warning.
  useEffect(() => void loadPlayer().catch(() => undefined), []);
  return (
    <Modal open title={text.copyrightTitle} onClose={declineWarning}>
      <p>{text.copyrightWarning}</p>
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button kind="secondary" onClick={declineWarning}>
          {text.decline}
        </Button>
        <Button onClick={acceptWarning}>{text.accept}</Button>
      </div>
    </Modal>
  );
}
