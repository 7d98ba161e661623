import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { HEARTBEAT_SECONDS } from '#domain/playback.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import { SEGMENT_SECONDS } from '#server/ports/media/ingest/output-args.ts';
import type { SimulatedViewer } from '../api/test-data.ts';
import { pick } from '../pick.ts';
import { STORED_TRACKS } from './film.ts';
import { type Call, sendCall } from './send-call.ts';

/** The picture and the sound have one key each for every minute of film. */
const KEY_SECONDS = 60;
export const CALL_KINDS = ['key', 'heartbeat', 'segment'] as const;
export type CallKind = (typeof CALL_KINDS)[number];
/** Milliseconds of each call, from its start to the last byte of the response. */
export type CallTimes = Record<CallKind, number[]>;

interface WatchOptions {
  origin: string;
  viewers: (SimulatedViewer & { token: string })[];
  manifest: PackageManifest;
  /** False: segments come from a CDN. */
  hasSegments: boolean;
}

const noTimes = (): CallTimes => ({ key: [], heartbeat: [], segment: [] });

/**
 * Plays the film of each viewer at the intervals of the player, each from its own minute, until
 * `stop`.
 */
export async function startWatchers({ origin, viewers, manifest, hasSegments }: WatchOptions) {
  let times = noTimes();
  let failedCount = 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  const tracks = manifest.renditions.filter(({ name }) => STORED_TRACKS.includes(name));
  const segmentCount = manifest.durationSeconds / SEGMENT_SECONDS;

  const measure = async (kind: CallKind, call: Call) => {
    const startedAt = performance.now();
    const reply = await sendCall({ ...call, signal });
    times[kind].push(performance.now() - startedAt);
    if (reply.retryAfterSeconds) throw new Error(`${call.url} was refused`);
    return reply;
  };

  /** First after a random part of the interval. */
  async function repeat(seconds: number, task: () => Promise<unknown>) {
    await pause(Math.random() * seconds * 1000, undefined, { signal });
    while (!signal.aborted) {
      task().catch(() => signal.aborted || failedCount++);
      await pause(seconds * 1000, undefined, { signal });
    }
  }

  async function watch({ token, sessionId, moviePlayId }: WatchOptions['viewers'][number]) {
    const agent = new Agent({ keepAlive: true });
    const session = `${origin}/api/ott/playback/${sessionId}`;
    let index = Math.floor(Math.random() * segmentCount);
    let lease = { playToken: '', media: { base: '', query: '' } };
    const renew = async () => {
      const body = { moviePlayId, playSeekTime: (index * SEGMENT_SECONDS) / 60, isPlaying: true };
      const { text } = await measure('heartbeat', {
        agent,
        method: 'POST',
        url: `${session}/renew`,
        token,
        body,
      });
      lease = JSON.parse(text) as typeof lease;
    };
    const loadKeys = () =>
      Promise.all(
        tracks.map(({ segments }) => {
          const url = `${session}/keys/${pick(segments, index).keyIndex}`;
          return measure('key', { agent, method: 'GET', url, token: lease.playToken });
        }),
      );
    const loadSegments = () => {
      index = (index + 1) % segmentCount;
      return Promise.all(
        tracks.map(({ segments }) => {
          const url = `${origin}${lease.media.base}${pick(segments, index).uri}${lease.media.query}`;
          return measure('segment', { agent, method: 'GET', url });
        }),
      );
    };
    await renew();
    await Promise.all([
      repeat(HEARTBEAT_SECONDS, renew),
      repeat(KEY_SECONDS, loadKeys),
      hasSegments && repeat(SEGMENT_SECONDS, loadSegments),
    ]);
  }

  const watching = viewers.map(async (viewer) => {
    await pause(Math.random() * SEGMENT_SECONDS * 1000, undefined, { signal });
    await watch(viewer);
  });
  const watchingEnd = Promise.all(watching).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    /** Returns the times since the last call. */
    takeTimes() {
      const collected = times;
      times = noTimes();
      return collected;
    },
    failedCount: () => failedCount,
    async stop() {
      stopping.abort();
      await watchingEnd;
    },
  };
}
