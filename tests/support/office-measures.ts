import { join } from 'node:path';
import { PROJECT } from './project.ts';
import type { Way } from './office-player.ts';

/** One play of a job. On the command line, `steps` counts commands. */
export type Measure = { job: string; seconds: number; steps: number } & (
  | { way: Way; tabs: number }
  | { way: 'commandLine'; words: number }
);

export const MEASURES_DIR = join(PROJECT, '.matinee', 'test', 'office-jobs');

export const measureFile = ({ job, way }: Pick<Measure, 'job' | 'way'>): string =>
  join(MEASURES_DIR, `${job.toLowerCase().replace(/[^a-z\d]+/g, '-')}.${way}.json`);
