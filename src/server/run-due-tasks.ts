import pMap from 'p-map';

type Task = () => Promise<unknown>;
/**
 * Returns the next due tasks of one kind, claimed for this process if necessary; empty if no task
 * is due.
 */
export type TaskSource = () => Promise<Task[]>;

/** Chosen: a small batch starts within seconds; an unused claim delays its row. */
const BATCH_SIZE = 20;

/**
 * Runs due tasks until every source is empty or `signal` aborts. The sources take turns, one batch
 * each, so a long queue of one kind delays no other. Claimed tasks always run, and at least one
 * batch runs. A task must handle its own errors; an error of a source ends the work.
 */
export async function runDueTasks(
  sources: TaskSource[],
  { concurrency, signal }: { concurrency: number; signal?: AbortSignal | undefined },
): Promise<void> {
  let count: number;
  do {
    // Tasks may create further due tasks, which the next round finds.
    count = 0;
    await pMap(nextTasks(), (task) => task(), { concurrency });
  } while (count && !signal?.aborted);

  async function* nextTasks() {
    let sourcesWithTasks = sources;
    while (sourcesWithTasks.length) {
      const sourcesOfTurn = sourcesWithTasks;
      sourcesWithTasks = [];
      for (const source of sourcesOfTurn) {
        const tasks = await source();
        if (tasks.length) sourcesWithTasks.push(source);
        count += tasks.length;
        yield* tasks;
        if (count && signal?.aborted) return;
      }
    }
  }
}

/** Reads the due ids once for many batches. `claim` skips rows that another process has taken. */
export function claimInBatches<Row>(
  list: () => Promise<number[]>,
  claim: (ids: number[]) => Promise<Row[]>,
  work: (row: Row) => Promise<unknown>,
): TaskSource {
  let ids: number[] = [];
  return async () => {
    for (;;) {
      if (!ids.length) ids = await list();
      if (!ids.length) return [];
      const rows = await claim(ids.splice(0, BATCH_SIZE));
      if (rows.length) return rows.map((row) => () => work(row));
    }
  };
}
