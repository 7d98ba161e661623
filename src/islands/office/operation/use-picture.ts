import { useEffect, useState } from 'react';

export interface ShownPicture {
  /** An object URL. */
  url: string;
  width: number;
  height: number;
}

/**
 * Null while the file loads, and for a file that the browser cannot show, such as a TIFF picture.
 */
export function usePicture(file: File | null): ShownPicture | null {
  const [picture, setPicture] = useState<ShownPicture | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () =>
      setPicture({ url, width: image.naturalWidth, height: image.naturalHeight });
    image.src = url;
    return () => {
      image.onload = null;
      setPicture(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return picture;
}
