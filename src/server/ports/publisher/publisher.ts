/** Where a site is published besides this machine's folder. Paths have no slash in front: `v/kite/Ab3/index.html`. */
export interface Publisher {
  /** A small text file; null where there is none. */
  read: (path: string) => Promise<string | null>;
  /** Gives how many bytes were sent. */
  put: (path: string, file: string) => Promise<number>;
  remove: (path: string) => Promise<void>;
  /** Every file with the MD5 of its content, in hexadecimal. */
  list: () => Promise<Map<string, string>>;
}
