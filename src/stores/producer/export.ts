import { map } from 'nanostores';
import { fetchOrdersFile } from '#api/producer.ts';
import { exportFileName } from '#domain/csv.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { saveFile } from '../lib/download.ts';
import { openHomeIfNotProducer } from './producer-only.ts';
import { errorText, isUnreachable } from '../lib/call-errors.ts';
import { createTask } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';

export interface ExportProgress {
  /** Received orders. */
  rows: number;
  /** Null before the response headers. */
  total: number | null;
  bytes: number;
}

const NO_PROGRESS: ExportProgress = { rows: 0, total: null, bytes: 0 };
export const $exportProgress = map<ExportProgress>({ ...NO_PROGRESS });

let running: AbortController | null = null;

/** Spec §2 Export CSV: downloads the streamed file and saves it. */
export const exportOrders = createTask(
  async (movieId: number, movieName: string | undefined) => {
    const file = await downloadOrdersFile(movieId);
    if (!file) return notify('info', text.exportCancelled);
    const name = exportFileName(movieName);
    saveFile(name, 'text/csv', file);
    notify('success', text.exported(name));
  },
  (error) => (isUnreachable(error) ? text.exportFailed : errorText(error, text.exportFailed)),
);

export const cancelExport = () => running?.abort();

/** Null if cancelled. */
async function downloadOrdersFile(movieId: number): Promise<Blob | null> {
  const { signal } = (running = new AbortController());
  $exportProgress.set({ ...NO_PROGRESS });
  try {
    return await openHomeIfNotProducer(
      fetchOrdersFile(movieId, { signal, onBytes: progressCounter() }),
    );
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    running = null;
  }
}

const LINE_END = 0x0a;

/** The first line is the header. */
function progressCounter() {
  let lines = 0;
  let size = 0;
  return (bytes: Uint8Array, headers: Headers) => {
    for (const byte of bytes) if (byte === LINE_END) lines += 1;
    size += bytes.length;
    const total = headers.get('X-Total-Rows');
    $exportProgress.set({
      rows: Math.max(0, lines - 1),
      total: total === null ? null : Number(total),
      bytes: size,
    });
  };
}
