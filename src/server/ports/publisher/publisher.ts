/**
 * A publishing target besides the local folder, such as a bucket. Paths have no leading slash:
 * `v/kite/Ab3/index.html`.
 */
export interface UploadTarget {
  /** Reads a small text file; null if it does not exist. */
  read: (path: string) => Promise<string | null>;
  /** Uploads a local file and returns the count of bytes sent. */
  put: (path: string, file: string) => Promise<number>;
  remove: (path: string) => Promise<void>;
  /** Returns all files with the hexadecimal MD5 of their content. */
  list: () => Promise<Map<string, string>>;
}
