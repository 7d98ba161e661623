/** A temporarily readable folder: the address of a file is `base + name + query`. */
interface SignedFolder {
  /** Ends with `/`. */
  base: string;
  /** Empty, or begins with `?`. */
  query: string;
}

interface FolderGrant {
  expires: Date;
  /**
   * Only this network may read (`addressBlockOf`). Not used by CDNs, which may see the viewer under
   * another address.
   */
  network: string;
  /**
   * For a download: the order of the ticket. Also opens manifest and captions. Not used by CDNs,
   * which open whole folders.
   */
  orderId?: number | undefined;
}

/** One signature covers all segments of a film; `folder` is `/packages/<packageKey>/`. */
export type FolderSigner = (folder: string, grant: FolderGrant) => SignedFolder;

export const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
