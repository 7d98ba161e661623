import { useEffect } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { playPackage } from '#stores/office/playback.ts';
import { closePlayer } from '#stores/playback/playback.ts';
import { Button } from '#ui/Button.tsx';
import { PlaybackDialog } from '../../playback/PlaybackDialog.tsx';

interface WatchFilmProps {
  packageKey: string;
  name: string;
}

/** Plays an encoded film, also before viewers can see it. */
export function WatchFilm({ packageKey, name }: WatchFilmProps) {
  useEffect(() => closePlayer, []);
  return (
    <div className="office-section">
      <div className="office-buttons">
        <Button kind="secondary" small onClick={() => void playPackage(packageKey, name)}>
          {text.watchFilm}
        </Button>
      </div>
      <p className="small">{text.watchFilmNote}</p>
      <PlaybackDialog />
    </div>
  );
}
