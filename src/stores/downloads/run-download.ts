import {
  deleteStoredFilm,
  listStoredFiles,
  readStoredFile,
  writeStoredFile,
} from '#api/device-films.ts';
import { digestOf, fetchGrantedFile, requestGrant } from '#api/downloads.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import { fromWire } from '#domain/dates.ts';
import { type DownloadFile, downloadFiles, nearestQuality } from '#domain/downloads.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import { downloadMessages as text } from '#messages/downloads.ts';
import { notify } from '../notices/notices.ts';
import { serverNow } from '../server-clock.ts';
import { MANIFEST_FILE } from './device-film.ts';

interface Progress {
  orderId: number;
  packageKey: string;
  rendition: string;
  height: number;
  storedBytes: number;
  storedFiles: number;
  wifiOnly: boolean;
}

interface RunOptions {
  signal: AbortSignal;
  /** Undefined after it was paused or removed. */
  download: () => Progress | undefined;
  change: (update: Partial<Progress> & { state?: 'ready'; bytes?: number }) => void;
  /** Null: nothing is wrong. */
  report: (problem: string | null) => void;
  mayUseNetwork: (download: Progress) => boolean;
  /** The browser's network information, where it exists. */
  networkChanges: EventTarget | undefined;
}

/** `message` is for the viewer. */
export class DownloadStopped extends Error {
  override readonly name = 'DownloadStopped';
  readonly isTicketOver: boolean;
  constructor(message: string, { isTicketOver = false } = {}) {
    super(message);
    this.isTicketOver = isTicketOver;
  }
}

type Grant = Awaited<ReturnType<typeof requestGrant>>;
type Grants = ReturnType<typeof createGrants>;

const RETRY_MS = 10_000;
const RENEW_BEFORE_MS = 30_000;
const TICKET_OVER_STATUSES = [402, 404];

/**
 * Downloads what is missing, one file at a time, so that the line and the server stay free for
 * those who watch. Waits out lost connections. Throws DownloadStopped, or an AbortError. Chosen: no
 * Background Fetch (docs/offline.md).
 */
export async function runDownload(options: RunOptions): Promise<void> {
  const { signal, download, change, report } = options;
  const grants = createGrants();
  const grant = await withPatience(options, grants.current);
  await followPackage(options, grant);
  const { packageKey } = grant;
  const manifest = await readManifest(options, grants, packageKey);
  if (!manifest) return runDownload(options);
  const current = download();
  if (!current) throw abortError();
  const files = downloadFiles(manifest, current.rendition);
  const stored = await listStoredFiles(packageKey);
  let [storedBytes, storedFiles] = [sizeOf(files, stored), stored.size];
  for (const file of files.filter(({ uri }) => !stored.has(uri))) {
    const bytes = await fetchFile({ options, grants, packageKey, file });
    if (!bytes) return runDownload(options);
    stopIfAborted(signal);
    if (!download()) throw abortError();
    await write(packageKey, file.uri, bytes);
    storedBytes += file.bytes ?? bytes.byteLength;
    change({ storedBytes, storedFiles: ++storedFiles });
    report(null);
  }
  change({ state: 'ready', storedBytes, bytes: storedBytes, storedFiles });
}

const sizeOf = (files: DownloadFile[], stored: Set<string>): number =>
  files.reduce((sum, { uri, bytes = 0 }) => (stored.has(uri) ? sum + bytes : sum), 0);

const isFresh = ({ expiresAt }: Grant) =>
  (fromWire(expiresAt)?.getTime() ?? 0) - serverNow().getTime() > RENEW_BEFORE_MS;

function createGrants() {
  let grant: Grant | null = null;
  return {
    current: async ({ orderId }: Progress): Promise<Grant> =>
      (grant = grant && isFresh(grant) ? grant : await requestGrant(orderId)),
    expire: () => (grant = null),
  };
}

/** If the film was ingested again, none of the old files fits the new package. */
export async function followPackage(
  { download, change }: Pick<RunOptions, 'download' | 'change'>,
  { packageKey, renditions }: Grant,
) {
  const current = download();
  if (!current || current.packageKey === packageKey) return;
  await deleteStoredFilm(current.packageKey);
  change({ ...nearestQuality(renditions, current), packageKey, storedBytes: 0, storedFiles: 0 });
  notify('info', text.replaced);
}

async function readManifest(
  options: RunOptions,
  grants: Grants,
  packageKey: string,
): Promise<PackageManifest | null> {
  const stored = await readStoredFile(packageKey, MANIFEST_FILE);
  const bytes =
    stored ?? (await fetchFile({ options, grants, packageKey, file: { uri: MANIFEST_FILE } }));
  if (!bytes) return null;
  if (!stored) await write(packageKey, MANIFEST_FILE, bytes);
  return JSON.parse(new TextDecoder().decode(bytes)) as PackageManifest;
}

/** Without them the film plays. A CDN or a third party's package may lack them. */
const isOptional = ({ uri }: DownloadFile) => uri.endsWith('.vtt') || uri.endsWith('.webp');

/** Null if the film has another package meanwhile. */
async function fetchFile({
  options,
  grants,
  packageKey,
  file,
}: {
  options: RunOptions;
  grants: Grants;
  packageKey: string;
  file: DownloadFile;
}): Promise<ArrayBuffer | null> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const bytes = await withPatience(options, async (download) => {
      const grant = await grants.current(download);
      return grant.packageKey === packageKey
        ? fetchGranted(options, { grants, grant, file })
        : null;
    });
    if (!bytes || (await isIntact(file, bytes))) return bytes;
  }
  throw new DownloadStopped(text.damaged);
}

async function fetchGranted(
  { signal }: RunOptions,
  { grants, grant: { media }, file }: { grants: Grants; grant: Grant; file: DownloadFile },
) {
  try {
    return await fetchGrantedFile(media, file.uri, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) throw error;
    if (isOptional(file)) return new ArrayBuffer(0);
    if (error.status !== 403) throw new DownloadStopped(text.refused);
    grants.expire();
    throw new OfflineError('The grant has expired');
  }
}

async function isIntact(
  { bytes: expected, sha256 }: DownloadFile,
  bytes: ArrayBuffer,
): Promise<boolean> {
  if (expected !== undefined && bytes.byteLength !== expected) return false;
  return sha256 === undefined || (await digestOf(bytes)) === sha256;
}

async function write(packageKey: string, file: string, bytes: ArrayBuffer) {
  await writeStoredFile(packageKey, file, bytes).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'QuotaExceededError'
      ? new DownloadStopped(text.full)
      : error;
  });
}

/** Repeats `send` after lost connections and temporary errors. */
async function withPatience<Result>(
  options: RunOptions,
  send: (download: Progress) => Promise<Result>,
) {
  const { signal, download, report, mayUseNetwork } = options;
  for (;;) {
    stopIfAborted(signal);
    const current = download();
    if (!current) throw abortError();
    try {
      if (mayUseNetwork(current)) return await send(current);
      report(text.waitingForWifi);
      await wait(options, RETRY_MS);
    } catch (error) {
      const milliseconds = waitMs(error);
      report(error instanceof ApiError ? text.waitingForServer : text.waitingForNetwork);
      await wait(options, milliseconds);
    }
  }
}

/** Old browsers lack `signal.throwIfAborted`. */
function stopIfAborted({ aborted }: AbortSignal) {
  if (aborted) throw abortError();
}

const abortError = () => new DOMException('The download was stopped', 'AbortError');

const isTemporary = ({ status }: ApiError) => status === 429 || status >= 500;

export const isTicketOver = (error: unknown): boolean =>
  error instanceof ApiError && TICKET_OVER_STATUSES.includes(error.status);

/** Throws an error that a repetition does not help. */
function waitMs(error: unknown): number {
  if (error instanceof OfflineError) return RETRY_MS;
  if (!(error instanceof ApiError)) throw error;
  if (isTemporary(error)) return (error.retryAfter ?? RETRY_MS / 1000) * 1000;
  throw new DownloadStopped(isTicketOver(error) ? text.ended : text.refused, {
    isTicketOver: isTicketOver(error),
  });
}

/** Ends early when the connection changes or comes back. */
const wait = ({ signal, networkChanges }: RunOptions, milliseconds: number) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      removeEventListener('online', wake);
      networkChanges?.removeEventListener('change', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
    addEventListener('online', wake);
    networkChanges?.addEventListener('change', wake);
  });
