import { atom, map } from 'nanostores';
import { z } from 'zod';
import {
  canStoreFilms,
  deleteStoredFilm,
  freeBytes,
  keepFilms,
  listStoredFiles,
  listStoredFilms,
  readStoredFile,
  writeStoredFile,
} from '#api/device-films.ts';
import { requestGrant } from '#api/downloads.ts';
import type { Order } from '#contract/booking.ts';
import { type DownloadQuality, downloadQualities } from '#domain/downloads.ts';
import { orderWindow } from '#domain/order-window.ts';
import { downloadMessages as text } from '#messages/downloads.ts';
import { type DeviceFilm, openDeviceFilm } from './device-film.ts';
import { DownloadStopped, followPackage, isTicketOver, runDownload } from './run-download.ts';
import { persistentAtom } from '../lib/persistent-atom.ts';
import { notify } from '../notices/notices.ts';
import { serverNow } from '../server-clock.ts';

const Download = z.object({
  orderId: z.number(),
  packageKey: z.string(),
  rendition: z.string(),
  height: z.number(),
  /** Of the whole film. */
  bytes: z.number(),
  storedBytes: z.number(),
  storedFiles: z.number(),
  /** `running` survives a reload. */
  state: z.enum(['running', 'paused', 'ready']),
  wifiOnly: z.boolean(),
  /** When the ticket ends. ISO. */
  endsAt: z.string(),
});
export type Download = z.infer<typeof Download>;

/** Sign-out clears the list, and device-data.ts the files. */
export const $downloads = persistentAtom('downloads', z.array(Download));
/** Why the running or paused download of an order waits or stopped. */
export const $downloadProblems = map<Record<number, string | null>>({});

export { canStoreFilms };

export interface Offer {
  orderId: number;
  status: 'process' | 'success' | 'error';
  packageKey: string;
  qualities: DownloadQuality[];
  isEstimate: boolean;
  freeBytes: number | null;
  /** False if the browser does not tell the kind of the connection. */
  tellsWifi: boolean;
}
export const $offer = atom<Offer | null>(null);

const connection = () =>
  (globalThis.navigator as Navigator & { connection?: EventTarget & { type?: string } }).connection;
const isOnMobileData = () => connection()?.type === 'cellular';

export const downloadOf = (orderId: number): Download | undefined =>
  $downloads.get()?.find((each) => each.orderId === orderId);

function change(orderId: number, update: Partial<Download>) {
  $downloads.set(
    ($downloads.get() ?? []).map((each) =>
      each.orderId === orderId ? { ...each, ...update } : each,
    ),
  );
}

/** `prefersAv1`: whether this device decodes the AV1 rendition well. */
export async function openOffer(
  order: Order,
  prefersAv1: (renditions: Rendition[]) => Promise<boolean>,
) {
  const orderId = order.movieOrderId;
  const empty = {
    orderId,
    packageKey: '',
    qualities: [],
    isEstimate: false,
    freeBytes: null,
    tellsWifi: false,
  };
  $offer.set({ ...empty, status: 'process' });
  try {
    const [{ packageKey, renditions, isEstimate }, free] = await Promise.all([
      requestGrant(orderId),
      freeBytes(),
    ]);
    const qualities = downloadQualities(
      renditions,
      await prefersAv1(renditions.filter(({ kind }) => kind === 'video')),
    );
    const tellsWifi = connection()?.type !== undefined;
    $offer.set({
      orderId,
      status: 'success',
      packageKey,
      qualities,
      isEstimate,
      freeBytes: free,
      tellsWifi,
    });
  } catch {
    $offer.set({ ...empty, status: 'error' });
  }
}
type Rendition = Awaited<ReturnType<typeof requestGrant>>['renditions'][number];

export const closeOffer = () => $offer.set(null);

export function startDownload(
  order: Order,
  { rendition, height, bytes }: DownloadQuality,
  wifiOnly: boolean,
) {
  const offer = $offer.get();
  if (offer?.orderId !== order.movieOrderId) return;
  closeOffer();
  const download: Download = {
    orderId: order.movieOrderId,
    packageKey: offer.packageKey,
    rendition,
    height,
    bytes,
    storedBytes: 0,
    storedFiles: 0,
    state: 'running',
    wifiOnly,
    endsAt: orderWindow(order).bookingEndTime.toISOString(),
  };
  $downloads.set([
    ...($downloads.get() ?? []).filter(({ orderId }) => orderId !== download.orderId),
    download,
  ]);
  void keepFilms();
  void run(download.orderId);
}

export function continueDownload(orderId: number) {
  change(orderId, { state: 'running' });
  void run(orderId);
}

export function pauseDownload(orderId: number) {
  change(orderId, { state: 'paused' });
  $downloadProblems.setKey(orderId, null);
  stop(orderId);
}

export async function removeDownload(orderId: number) {
  const download = downloadOf(orderId);
  stop(orderId);
  $downloads.set(($downloads.get() ?? []).filter((each) => each.orderId !== orderId));
  // Two films can share a package.
  const isShared = $downloads.get()?.some(({ packageKey }) => packageKey === download?.packageKey);
  if (download && !isShared) await deleteStoredFilm(download.packageKey);
}

const reportEnded = () => notify('info', text.ended);

/**
 * For pages that show tickets: removes films of ended tickets, notices lost files, and continues
 * interrupted downloads.
 */
export async function resumeDownloads() {
  if (!canStoreFilms()) return;
  const now = serverNow();
  for (const { orderId } of ($downloads.get() ?? []).filter(
    ({ endsAt }) => new Date(endsAt) <= now,
  )) {
    await removeDownload(orderId).then(reportEnded);
  }
  await restoreLostDownloads();
  for (const { orderId, packageKey, state, storedFiles } of $downloads.get() ?? []) {
    if (state === 'running') void run(orderId);
    else if ((await listStoredFiles(packageKey)).size < storedFiles) {
      change(orderId, { state: 'paused', storedFiles: 0 });
      $downloadProblems.setKey(orderId, text.lost);
    } else void checkStoredFilm(orderId);
  }
}

/**
 * The film may have been ingested again, or the ticket refunded. Without an answer nothing changes.
 */
async function checkStoredFilm(orderId: number) {
  try {
    const grant = await requestGrant(orderId);
    const download = downloadOf(orderId);
    if (download?.state !== 'ready' || download.packageKey === grant.packageKey) return;
    change(orderId, { state: 'running' });
    await followPackage(
      { download: () => download, change: (update) => change(orderId, update) },
      grant,
    );
    void run(orderId);
  } catch (error) {
    if (isTicketOver(error)) await removeDownload(orderId).then(reportEnded);
  }
}

const RECORD_FILE = 'download.json';

/**
 * A killed browser loses what it wrote last into local storage, but not what is in the Cache
 * Storage.
 */
async function restoreLostDownloads() {
  for (const packageKey of await listStoredFilms()) {
    if ($downloads.get()?.some((each) => each.packageKey === packageKey)) continue;
    const record = await readRecord(packageKey);
    if (record && new Date(record.endsAt) > serverNow())
      $downloads.set([...($downloads.get() ?? []), record]);
    else await deleteStoredFilm(packageKey);
  }
}

async function readRecord(packageKey: string): Promise<Download | undefined> {
  const bytes = await readStoredFile(packageKey, RECORD_FILE);
  return bytes ? Download.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data : undefined;
}

async function saveRecord(orderId: number) {
  const download = downloadOf(orderId);
  const bytes = new TextEncoder().encode(JSON.stringify(download)).buffer;
  if (download)
    await writeStoredFile(download.packageKey, RECORD_FILE, bytes).catch(() => undefined);
}

/** A ticket can be moved, or lose its validity. */
export function followTicket(order: Order, isInUse: boolean) {
  const download = downloadOf(order.movieOrderId);
  if (!download) return;
  if (!isInUse) return void removeDownload(order.movieOrderId);
  const endsAt = orderWindow(order).bookingEndTime.toISOString();
  if (endsAt !== download.endsAt) change(order.movieOrderId, { endsAt });
}

const running = new Map<number, AbortController>();

function stop(orderId: number) {
  running.get(orderId)?.abort();
  running.delete(orderId);
}

/** In one tab at a time. The lock ends with the tab. */
async function run(orderId: number) {
  if (running.has(orderId)) return;
  const stopping = new AbortController();
  running.set(orderId, stopping);
  const report = (problem: string | null) => $downloadProblems.setKey(orderId, problem);
  try {
    await saveRecord(orderId);
    await navigator.locks.request(`download-${orderId}`, { signal: stopping.signal }, () =>
      runDownload({
        signal: stopping.signal,
        // Also another tab can pause or remove it.
        download: () =>
          $downloads.get()?.find((each) => each.orderId === orderId && each.state === 'running'),
        change: (update) => change(orderId, update),
        report,
        mayUseNetwork: ({ wifiOnly }) => !(wifiOnly && isOnMobileData()),
        networkChanges: connection(),
      }),
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (error instanceof DownloadStopped && error.isTicketOver)
      await removeDownload(orderId).then(reportEnded);
    change(orderId, { state: 'paused' });
    report(error instanceof DownloadStopped ? error.message : text.refused);
  } finally {
    if (running.get(orderId) === stopping) running.delete(orderId);
  }
}

// Chosen: with less than half of the film, the automatic quality of the network is better than the
// downloaded picture.
export async function findDeviceFilm(
  orderId: number | undefined,
  packageKey: string,
): Promise<DeviceFilm | null> {
  const downloads = $downloads.get() ?? [];
  const replaced = downloads.find(
    (each) => each.orderId === orderId && each.packageKey !== packageKey,
  );
  if (replaced) void checkStoredFilm(replaced.orderId);
  const download = downloads.find(
    (each) => each.packageKey === packageKey && each.storedBytes >= each.bytes / 2,
  );
  return download ? openDeviceFilm(packageKey, download.rendition).catch(() => null) : null;
}
