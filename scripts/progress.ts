const REDRAW_MS = 250;
/** A stage that takes longer than usual is not called done. */
const MOST_UNTOLD = 0.95;

/** What a step does at the moment, and which part of it (0 to 1) is done where that is known. */
export type Tell = (how: string, done?: number) => void;

export interface Progress {
  /** Runs a step; several may run at once. */
  run: <T>(label: string, work: (tell: Tell) => Promise<T>) => Promise<T>;
  /** Says how long the steps took. */
  end: () => void;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'> & { columns?: number };

interface Step {
  label: string;
  startedAt: number;
  how: string;
  done: number | undefined;
  /** Milliseconds; undefined while it runs. */
  took: number | undefined;
}

/**
 * Shows what goes on: on a terminal one line that is rewritten, else a line for each step as it begins. With `usualSeconds`,
 * the share of the whole that each step takes on two cores, it also says how long all of them will still take.
 */
export function createProgress(usualSeconds: Record<string, number> = {}, output: Output = process.stdout): Progress {
  const startedAt = performance.now();
  const steps: Step[] = [];
  const left = () => timeLeft(usualSeconds, steps, performance.now() - startedAt);
  const line = (shown: Step[]) => [shown.map(wordsOf).join('; '), left()].filter(Boolean).join(' – ');
  const redraw = () => {
    const running = steps.filter(({ took }) => took === undefined);
    if (running.length) output.write(`\r\x1b[K${line(running).slice(0, (output.columns ?? 80) - 1)}`);
  };
  const timer = output.isTTY ? setInterval(redraw, REDRAW_MS) : undefined;
  timer?.unref();

  return {
    run: async (label, work) => {
      const each: Step = { label, startedAt: performance.now(), how: '', done: undefined, took: undefined };
      steps.push(each);
      if (output.isTTY) redraw();
      else output.write(`${line([each])}\n`);
      try {
        return await work((how, done) => Object.assign(each, { how, done }));
      } catch (error) {
        // The error's own sentence begins on a line of its own.
        if (output.isTTY) output.write('\n');
        throw error;
      } finally {
        each.took = performance.now() - each.startedAt;
      }
    },
    end: () => {
      clearInterval(timer);
      const all = steps.map(({ label, took = 0 }) => `${label} ${seconds(took)}`).join(', ');
      output.write(`${output.isTTY ? '\r\x1b[K' : ''}Done in ${seconds(performance.now() - startedAt)}: ${all}.\n`);
    },
  };
}

/** Runs one step of a command, as createProgress shows it. */
export async function step<T>(label: string, work: (tell: Tell) => Promise<T>): Promise<T> {
  const progress = createProgress();
  try {
    return await progress.run(label, work);
  } finally {
    progress.end();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const wordsOf = ({ label, how }: Step) => (how ? `${label} (${how})` : `${label} …`);

/** `about 20 s left`: from what the steps usually take at first, and more and more from what they took. */
function timeLeft(usual: Record<string, number>, steps: Step[], elapsed: number): string {
  const all = Object.values(usual).reduce((sum, each) => sum + each, 0) * 1000;
  if (!all) return '';
  const byLabel = new Map(steps.map((each) => [each.label, each]));
  const done = Object.entries(usual).reduce(
    (sum, [label, each]) => sum + each * 1000 * partOf(byLabel.get(label), each),
    0,
  );
  const share = done / all;
  const whole = all * (1 - share) + (share > 0 ? elapsed / share : 0) * share;
  return `about ${Math.max(1, Math.round((whole * (1 - share)) / 1000))} s left`;
}

function partOf(each: Step | undefined, usualSeconds: number): number {
  if (!each) return 0;
  if (each.took !== undefined) return 1;
  const byClock = (performance.now() - each.startedAt) / 1000 / usualSeconds;
  return Math.min(MOST_UNTOLD, each.done ?? byClock);
}
