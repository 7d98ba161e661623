import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { StressEnvironment } from './environment.ts';
import { testNow } from '../test-now.ts';

export interface ResourceSample {
  process: number;
  /** Since the start of the load. */
  atMs: number;
  /** Of the event loop since the sample before. */
  longestBlockMs: number;
  residentMb: number;
}

const SAMPLE_MS = 5000;
/** A started process loads modules and compiles code. */
const START_SECONDS = 15;
export const MAX_BLOCK_MS = 50;

/** Reads the metrics of both processes until the load ends. A process that is stopped has no sample. */
export async function sampleResources(
  { processes }: StressEnvironment,
  isFinished: () => boolean,
): Promise<ResourceSample[]> {
  const startedAt = performance.now();
  const samples: ResourceSample[] = [];
  while (!isFinished()) {
    await pause(SAMPLE_MS);
    const readings = await Promise.all(processes.map(({ origin }) => readMetrics(origin)));
    for (const [process, metrics] of readings.entries())
      // An older release does not have this metric.
      if (
        metrics &&
        metrics.uptimeSeconds > START_SECONDS &&
        Number.isFinite(metrics.longestBlockMs)
      )
        samples.push({ process, atMs: performance.now() - startedAt, ...metrics });
  }
  return samples;
}

async function readMetrics(origin: string) {
  const response = await fetch(`${origin}/api/ott/metrics`).catch(() => null);
  const page = response?.ok ? await response.text().catch(() => null) : null;
  if (!page) return null;
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(page)?.[1]);
  return {
    longestBlockMs: valueOf('matinee_event_loop_longest_block_seconds') * 1000,
    residentMb: valueOf('process_resident_memory_bytes') / 2 ** 20,
    uptimeSeconds: testNow().getTime() / 1000 - valueOf('process_start_time_seconds'),
  };
}

export const longBlocks = (samples: ResourceSample[]): string[] =>
  samples
    .filter(({ longestBlockMs }) => longestBlockMs > MAX_BLOCK_MS)
    .map(
      ({ process, atMs, longestBlockMs }) =>
        `Process ${process + 1} served nothing for ${Math.round(longestBlockMs)} ms, within 5 s before ${Math.round(atMs / 1000)} s`,
    );
