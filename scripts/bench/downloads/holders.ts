/**
 * A process of its own: downloads the film for many ticket holders, from the message `start` until
 * the message `stop`.
 */
import { Agent } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { DOWNLOAD_LEASE_SECONDS } from '#domain/downloads.ts';
import { pick } from '../pick.ts';
import { sendCall } from './send-call.ts';

export interface HoldersSettings {
  origin: string;
  holders: { token: string; movieOrderId: number }[];
  /** What a holder downloads after the manifest, in order; empty if segments come from a CDN. */
  files: string[];
  /** Of one holder. */
  bytesPerSecond: number;
  /** All holders start within this time. */
  startSeconds: number;
}
export interface HoldersReport {
  grants: number;
  files: number;
  bytes: number;
  /** Files that the server was too busy for. */
  refused: number;
  failed: number;
  /** The first error. */
  reason: string;
  seconds: number;
}
export type HoldersMessage = { start: HoldersSettings } | { stop: true };

/** A browser renews a grant half a minute before its end. */
const RENEW_SECONDS = DOWNLOAD_LEASE_SECONDS - 30;
const MANIFEST_FILE = 'manifest.json';

// The server, the database and the measured watchers run first, if there are not enough cores for
// all.
setPriority(constants.priority.PRIORITY_LOW);
let stop: (() => Promise<void>) | undefined;

process.on('message', (message: HoldersMessage) => {
  if ('start' in message) stop = start(message.start);
  else void stop?.();
});

function start(settings: HoldersSettings) {
  const stopping = new AbortController();
  const report: HoldersReport = {
    grants: 0,
    files: 0,
    bytes: 0,
    refused: 0,
    failed: 0,
    reason: '',
    seconds: 0,
  };
  const end = Promise.all(
    settings.holders.map((holder) =>
      download(settings, holder, report, stopping.signal).catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        report.failed++;
        report.reason ||= String(error);
      }),
    ),
  );
  const startedAt = performance.now();
  return async () => {
    report.seconds = (performance.now() - startedAt) / 1000;
    stopping.abort();
    await end;
    process.send?.(report);
  };
}

async function download(
  { origin, files, bytesPerSecond, startSeconds }: HoldersSettings,
  { token, movieOrderId }: HoldersSettings['holders'][number],
  report: HoldersReport,
  signal: AbortSignal,
) {
  await pause(Math.random() * startSeconds * 1000, undefined, { signal });
  const agent = new Agent({ keepAlive: true });
  const requestGrant = async () => {
    const url = `${origin}/api/ott/orders/${movieOrderId}/download`;
    const { text } = await sendCall({ agent, method: 'POST', url, token, body: {}, signal });
    report.grants++;
    return (JSON.parse(text) as { media: { base: string; query: string } }).media;
  };
  /**
   * Waits until its share of the line has carried the file. A slow reader would only fill the
   * buffers of the loopback device.
   */
  const load = async (file: string) => {
    const url = `${origin}${media.base}${file}${media.query}`;
    const startedAt = performance.now();
    const { bytes, retryAfterSeconds } = await sendCall({ agent, method: 'GET', url, signal });
    if (retryAfterSeconds) {
      report.refused++;
      return void (await pause(retryAfterSeconds * 1000, undefined, { signal }));
    }
    report.files++;
    report.bytes += bytes;
    await pause(
      Math.max(0, startedAt + (bytes / bytesPerSecond) * 1000 - performance.now()),
      undefined,
      { signal },
    );
  };
  let media = await requestGrant();
  // Holders who have downloaded for a while: their grants end at different times, and their places
  // in the film differ.
  let renewAt = performance.now() + Math.random() * RENEW_SECONDS * 1000;
  let at = Math.floor(Math.random() * files.length);
  if (files.length > 0) await load(MANIFEST_FILE);
  for (;;) {
    if (files.length === 0)
      await pause(Math.max(0, renewAt - performance.now()), undefined, { signal });
    if (performance.now() >= renewAt) {
      media = await requestGrant();
      renewAt = performance.now() + RENEW_SECONDS * 1000;
    }
    if (files.length > 0) await load(pick(files, at++));
  }
}
