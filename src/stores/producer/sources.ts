import { map } from 'nanostores';
import { fetchMovieSources, fetchSourcesFile } from '#api/producer.ts';
import type { MovieSources } from '#contract/producer.ts';
import { sourcesFileName } from '#domain/csv.ts';
import { linkSourceOf } from '#domain/link-source.ts';
import { linkSourceMessages as text } from '#messages/link-sources.ts';
import { saveFile } from '../lib/download.ts';
import { openHomeIfNotProducer } from './producer-only.ts';
import { createTask, type Status } from '../lib/task.ts';

/** Visits and tickets by the label in the link. During loading, the previous figures stay. */
export const $sources = map<{ status: Status; sources: MovieSources | null }>({
  status: 'process',
  sources: null,
});

let newestRequest = 0;

export async function loadSources(movieId: number) {
  const request = ++newestRequest;
  $sources.setKey('status', 'process');
  try {
    const sources = await openHomeIfNotProducer(fetchMovieSources(movieId));
    if (request === newestRequest) $sources.set({ status: 'success', sources });
  } catch {
    if (request === newestRequest) $sources.setKey('status', 'error');
  }
}

export const saveSourcesCsv = createTask(async (movieId: number, movieName: string | undefined) => {
  const file = await openHomeIfNotProducer(fetchSourcesFile(movieId));
  saveFile(sourcesFileName(movieName), 'text/csv', file);
});

/** `label` is valid; `typed` may not be. */
export const $newLink = map({
  typed: text.sampleLabel as string,
  label: text.sampleLabel as string,
  error: '',
});

/** Capital letters and spaces become what a label may have: people type names. */
export function editLinkLabel(typed: string) {
  const folded = typed.toLowerCase().replace(/\s+/g, '-');
  const label = linkSourceOf(folded);
  $newLink.set({
    typed: folded,
    label: label ?? $newLink.get().label,
    error: label ? '' : text.labelInvalid,
  });
}
