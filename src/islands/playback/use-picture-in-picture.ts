import { type RefObject, useLayoutEffect, useState } from 'react';
import { openPictureInPicture } from './picture-in-picture.ts';

/** `close` is null while the film plays in the page. */
export function usePictureInPicture(
  host: RefObject<HTMLElement | null>,
  sessionId: string | undefined,
) {
  const [close, setClose] = useState<(() => void) | null>(null);
  // Moves the film back before React removes its parent.
  useLayoutEffect(() => () => close?.(), [close, sessionId]);

  const open = async () => {
    if (!host.current || close) return;
    const closeWindow = await openPictureInPicture(host.current, () => setClose(null)).catch(
      () => null,
    );
    setClose(() => closeWindow);
  };
  return { open, close };
}
