import { map } from 'nanostores';
import { fetchOrdersFile } from '#api/producer.ts';
import { exportFileName } from '#domain/csv.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { saveFile } from './lib/download.ts';
import { asProducer } from './lib/producer-only.ts';
import { createTask, errorText, isAway } from './lib/status.ts';
import { notify } from './notices.ts';

export interface ExportProgress {
  /** Orders that have arrived. */
  rows: number;
  /** How many there will be; null until the server has said. */
  total: number | null;
  bytes: number;
}

const NOTHING: ExportProgress = { rows: 0, total: null, bytes: 0 };
/** How far the export has come. */
export const $exported = map<ExportProgress>({ ...NOTHING });

let underway: AbortController | null = null;

/** All orders of a film as a file on this machine (spec §2 Export CSV); the server streams it. */
export const exportOrders = createTask(
  async (movieId: number, movieName: string | undefined) => {
    const file = await receive(movieId);
    if (!file) return notify('info', text.exportCancelled);
    const name = exportFileName(movieName);
    saveFile(name, 'text/csv', file);
    notify('success', text.exported(name));
  },
  (error) => (isAway(error) ? text.exportFailed : errorText(error, text.exportFailed)),
);

export const cancelExport = () => underway?.abort();

/** The file, or null when it was cancelled meanwhile. */
async function receive(movieId: number): Promise<Blob | null> {
  const { signal } = (underway = new AbortController());
  $exported.set({ ...NOTHING });
  try {
    return await asProducer(fetchOrdersFile(movieId, { signal, onBytes: counter() }));
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    underway = null;
  }
}

const LINE_END = 0x0a;

/** Each line but the first is an order. */
function counter() {
  let lines = 0;
  let size = 0;
  return (bytes: Uint8Array, headers: Headers) => {
    for (const byte of bytes) if (byte === LINE_END) lines += 1;
    size += bytes.length;
    const said = headers.get('X-Total-Rows');
    $exported.set({ rows: Math.max(0, lines - 1), total: said === null ? null : Number(said), bytes: size });
  };
}
