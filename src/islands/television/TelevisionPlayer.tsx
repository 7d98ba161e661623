import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { playbackMessages } from '#messages/playback.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import type { FilmTracks, Track } from '#stores/playback/playback.ts';
import { $isTrackMenuOpen, $tracks } from '#stores/television/television.ts';
import { Button } from '#ui/Button.tsx';
import { useDialog } from '#ui/use-dialog.ts';
import { PlaybackDialog } from '../playback/PlaybackDialog.tsx';
import { HeaderButton } from '../playback/PlayerHeader.tsx';

const closeMenu = () => $isTrackMenuOpen.set(false);

/** The menu is outside the player's dialog, whose header would scale it. */
export const TelevisionPlayer = () => (
  <>
    <PlaybackDialog>
      <TrackButton />
    </PlaybackDialog>
    <TrackMenu />
  </>
);

function TrackButton() {
  const tracks = useStore($tracks);
  if (!tracks?.captions.length && !tracks?.sound.length) return null;
  const label = tracks.sound.length > 0 ? text.captionsAndSound : text.captions;
  return (
    <HeaderButton
      icon="captions"
      label={label}
      data-track-menu
      onClick={() => $isTrackMenuOpen.set(true)}
    />
  );
}

function TrackMenu() {
  const tracks = useStore($tracks);
  return useStore($isTrackMenuOpen) && tracks && <OpenMenu tracks={tracks} />;
}

function OpenMenu({ tracks: { captions, sound } }: { tracks: FilmTracks }) {
  const dialog = useDialog(closeMenu);
  useEffect(() => {
    dialog.ref.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    return closeMenu;
  }, [dialog.ref]);
  return (
    <dialog {...dialog} className="tv-menu" aria-label={text.captionsAndSound}>
      <TrackList title={text.captions} tracks={captions} />
      <TrackList title={text.sound} tracks={sound} />
      <Button kind="secondary" onClick={closeMenu}>
        {playbackMessages.close}
      </Button>
    </dialog>
  );
}

const TrackList = ({ title, tracks }: { title: string; tracks: Track[] }) =>
  tracks.length > 0 && (
    <section>
      <h2 className="tv-heading">{title}</h2>
      <ul>
        {tracks.map(({ label, isChosen, choose }) => (
          <li key={label}>
            <button type="button" className="tv-option" aria-pressed={isChosen} onClick={choose}>
              <bdi>{label}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
