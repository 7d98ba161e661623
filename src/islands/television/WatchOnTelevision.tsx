import { useStore } from '@nanostores/react';
import { televisionRemoteMessages as text } from '#messages/television-remote.ts';
import { $openTelevisions, watchOnTelevision } from '#stores/television/remote.ts';
import { Button } from '#ui/Button.tsx';
import { HeaderButton } from '../playback/PlayerHeader.tsx';

interface WatchOnTelevisionProps {
  movieId: number;
  /** In the header of the player. */
  inPlayer?: boolean;
}

/** A button for each open television of the viewer. */
export function WatchOnTelevision({ movieId, inPlayer = false }: WatchOnTelevisionProps) {
  const televisions = useStore($openTelevisions);
  const isBusy = useStore(watchOnTelevision.$state).status === 'process';
  return televisions.map((television) => {
    const label = televisions.length === 1 ? text.watchOnTelevision : text.watchOn(television.name);
    const onClick = () => void watchOnTelevision.run(television, movieId);
    return inPlayer ? (
      <HeaderButton icon="television" label={label} onClick={onClick} key={television.sessionId} />
    ) : (
      <Button kind="secondary" busy={isBusy} onClick={onClick} key={television.sessionId}>
        {label}
      </Button>
    );
  });
}
