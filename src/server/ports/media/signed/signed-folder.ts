/** A folder that may be read for a while: a file's address is `base + name + query`. */
export interface SignedFolder {
  /** Ends with `/`. */
  base: string;
  /** Empty, or begins with `?`. */
  query: string;
}

export interface Leave {
  expires: Date;
  /** Whose network it is good for (`networkOf`). Of our own files only: a delivery network may see the viewer by another address. */
  network: string;
}

/** One signature for all segments of a film; `folder` is `/packages/<packageKey>/`. */
export type FolderSigner = (folder: string, leave: Leave) => SignedFolder;

/** Unix seconds, as every one of them wants. */
export const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
