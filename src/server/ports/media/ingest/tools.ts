import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { toolEnvironment } from '../../../config/tool-environment.ts';
import { MediaError, MediaFolderError } from '../errors.ts';
import { watchForStall } from './stall.ts';

export class ToolMissing extends Error {}

/** `stderr` holds only the end of the error output. */
export class ToolFailed extends MediaError {
  readonly stderr: string;
  constructor(tool: string, stderr: string, code: number | null) {
    super(`${tool} stopped: ${stderr.split('\n').at(-1) || `exit code ${code}`}`);
    this.stderr = stderr;
  }
}

export interface RunOptions {
  cwd?: string;
  signal?: AbortSignal | undefined;
  onStart?: (pid: number) => void;
  onPosition?: ((seconds: number) => void) | undefined;
  onErrorLine?: (line: string) => void;
  /** Gets each line of the log with its level: `[blackdetect @ 0x55] [info] black_start:5`. */
  onLogLine?: ((line: string) => void) | undefined;
}

const STDERR_TAIL_LENGTH = 8000;
const MAX_LINE_LENGTH = 100_000;
const MAX_OUTPUT_LENGTH = 1_000_000;

/** `{ crf: 22 }` → `-crf 22`; nothing for undefined. */
export const flags = (values: Record<string, string | number | undefined>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`-${name}`, String(value)],
  );

export const anySignal = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

// Chosen: no bubblewrap, unshare or systemd-run around the tools, because the generated units and
// most containers forbid namespaces. What limits them: container.ts, `toolEnvironment`, the private
// working folder and the unit (docs/production.md).

/**
 * Runs ffmpeg at low priority and returns the end of its errors. It logs everything if `onLogLine`
 * reads the log.
 */
export async function runFfmpeg(
  args: string[],
  { onPosition, ...options }: RunOptions = {},
): Promise<string> {
  const log = ['-nostats', '-loglevel', options.onLogLine ? 'repeat+level+info' : 'repeat+error'];
  const allArgs = [
    '-hide_banner',
    '-nostdin',
    ...log,
    '-y',
    '-stats_period',
    '0.1',
    '-progress',
    'pipe:1',
    ...args,
  ];
  const stall = onPosition && watchForStall();
  try {
    return await runTool('ffmpeg', {
      args: allArgs,
      runOptions: { ...options, signal: anySignal(options.signal, stall?.signal) },
      onChunk: (chunk) => {
        const time = /out_time_us=(\d+)/.exec(chunk)?.[1];
        if (!time) return;
        stall?.reportTime(time);
        onPosition?.(Number(time) / 1_000_000);
      },
    });
  } catch (error) {
    throw stall?.signal.aborted
      ? new ToolFailed('ffmpeg', 'no progress for 5 minutes', null)
      : error;
  } finally {
    stall?.stop();
  }
}

/**
 * Returns what ffprobe prints. A file whose tags or streams make it print more is refused, because
 * the output is parsed at once.
 */
export async function runFfprobe(args: string[], options: RunOptions = {}): Promise<string> {
  let stdout = '';
  const overflow = new AbortController();
  const signal = anySignal(overflow.signal, options.signal);
  try {
    await runTool('ffprobe', {
      args: ['-v', 'error', ...args],
      runOptions: { ...options, signal },
      onChunk: (chunk) => {
        stdout += chunk;
        if (stdout.length > MAX_OUTPUT_LENGTH) overflow.abort();
      },
    });
    return stdout;
  } catch (error) {
    throw overflow.signal.aborted ? new ToolFailed('ffprobe', 'too much output', null) : error;
  }
}

/** Calls `onLine` with each line that ffprobe or ffmpeg prints. */
export async function readToolLines({
  tool,
  args,
  options,
  onLine,
}: {
  tool: 'ffprobe' | 'ffmpeg';
  args: string[];
  options: RunOptions;
  onLine: (line: string) => void;
}): Promise<void> {
  await runTool(tool, {
    args: ['-v', 'error', ...args],
    runOptions: options,
    onChunk: splitLines(onLine),
  });
}

/** The last line needs its line break. A line that never ends is cut. */
function splitLines(onLine: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    lines.forEach(onLine);
  };
}

/** Whether this ffmpeg encodes AV1 with SVT-AV1. Throws ToolMissing. */
export async function hasAv1Encoder(): Promise<boolean> {
  return /\blibsvtav1\b/.test(await readToolOutput('ffmpeg', ['-hide_banner', '-encoders'], {}));
}

/** For output that the tool itself bounds, such as its list of codecs. Throws ToolMissing. */
export async function readToolOutput(
  tool: string,
  args: string[],
  options: RunOptions,
): Promise<string> {
  let output = '';
  await runTool(tool, { args, runOptions: options, onChunk: (chunk) => (output += chunk) });
  return output;
}

/** Throws ToolMissing. */
export async function checkTools(): Promise<void> {
  await runTool('ffprobe', { args: ['-version'], runOptions: {}, onChunk: () => undefined });
  await runTool('ffmpeg', { args: ['-version'], runOptions: {}, onChunk: () => undefined });
}

function runTool(
  tool: string,
  {
    args,
    runOptions: { cwd, signal, onStart, onErrorLine = () => undefined, onLogLine },
    onChunk,
  }: { args: string[]; runOptions: RunOptions; onChunk: (chunk: string) => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = toolEnvironment();
    const child = spawn(tool, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    let stderr = '';
    const readErrorLines = splitLines((line) => {
      onLogLine?.(line);
      const error = onLogLine ? errorIn(line) : line;
      if (error === null) return;
      onErrorLine(error);
      stderr = `${stderr}${error}\n`.slice(-STDERR_TAIL_LENGTH);
    });
    child.stdout.setEncoding('utf8').on('data', onChunk);
    child.stderr.setEncoding('utf8').on('data', readErrorLines);
    child.on('spawn', () => {
      lowerPriority(child.pid!);
      onStart?.(child.pid!);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? toolMissingError(tool) : error),
    );
    child.on('close', (code) => {
      readErrorLines('\n');
      if (code === 0) resolve(stderr);
      else reject(toolFailedError(tool, stderr.trim(), code));
    });
  });
}

const ERROR_LEVEL = /\[(?:error|fatal|panic)\] /;

/** A line of a log with levels, as ffmpeg prints it without them; null if it is no error. */
const errorIn = (line: string): string | null =>
  ERROR_LEVEL.test(line) ? line.replace(ERROR_LEVEL, '') : null;

const toolMissingError = (tool: string) =>
  new ToolMissing(
    `${tool} is not on the PATH. Install ffmpeg (https://ffmpeg.org); only this command needs it.`,
  );

function toolFailedError(tool: string, stderr: string, code: number | null): Error {
  if (/No space left on device|Disk quota exceeded/.test(stderr))
    return new MediaFolderError(
      'The disk is full. Free some space and run the same command again: it continues where it stopped.',
    );
  return new ToolFailed(tool, stderr, code);
}

/** Gives priority to a server on the same machine. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
