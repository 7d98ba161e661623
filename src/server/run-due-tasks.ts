import pMap from 'p-map';

export type Task = () => Promise<unknown>;
/** Gives some more tasks of one kind that are due, claimed for this process where others must not take them; empty when none is left. */
export type Source = () => Promise<Task[]>;

/** Chosen: few enough that what was claimed is also begun within seconds, since a claim that was not used delays its row. */
const BATCH = 20;

/**
 * Does what is due, `atOnce` tasks at the same time, until no source has any left or `signal` aborts; then what was claimed is
 * done still. The sources take turns, a batch each, so that a long queue of one kind holds up no other. At least one
 * batch is done. A task handles its own errors; a source that fails ends the work.
 */
export async function workThrough(
  sources: Source[],
  { atOnce, signal }: { atOnce: number; signal?: AbortSignal | undefined },
): Promise<void> {
  let count: number;
  do {
    // What the tasks of one round have brought about is looked for in another one.
    count = 0;
    await pMap(round(), (task) => task(), { concurrency: atOnce });
  } while (count && !signal?.aborted);

  async function* round() {
    let filled = sources;
    while (filled.length) {
      const known = filled;
      filled = [];
      for (const source of known) {
        const tasks = await source();
        if (tasks.length) filled.push(source);
        count += tasks.length;
        yield* tasks;
        if (count && signal?.aborted) return;
      }
    }
  }
}

/**
 * A source over a table: `list` gives the ids that are due, in their order; `claim` takes some of them and leaves out those that
 * another process took meanwhile. So a long table is read once for many batches.
 */
export function claimInBatches<Row>(
  list: () => Promise<number[]>,
  claim: (ids: number[]) => Promise<Row[]>,
  work: (row: Row) => Promise<unknown>,
): Source {
  let ids: number[] = [];
  return async () => {
    for (;;) {
      if (!ids.length) ids = await list();
      if (!ids.length) return [];
      const rows = await claim(ids.splice(0, BATCH));
      if (rows.length) return rows.map((row) => () => work(row));
    }
  };
}
