import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { MediaError, MediaFolderError } from '../errors.ts';
import { stallWatch } from './stall.ts';

/** ffmpeg or ffprobe is not on the PATH: no film can be made. */
export class ToolMissing extends Error {}

/** A tool ended with a complaint; `complaint` is the end of all that it said. */
export class ToolFailed extends MediaError {
  readonly complaint: string;
  constructor(tool: string, complaint: string, code: number | null) {
    super(`${tool} stopped: ${complaint.split('\n').at(-1) || `exit code ${code}`}`);
    this.complaint = complaint;
  }
}

export interface RunOptions {
  cwd?: string;
  signal?: AbortSignal | undefined;
  /** With the process id, as soon as there is one. */
  onStart?: (pid: number) => void;
  onSeconds?: ((seconds: number) => void) | undefined;
}

const COMPLAINT_LENGTH = 8000;
/** What lies on this machine and nothing else: a playlist that is called a film must not reach into a network. */
const ONLY_FILES = ['-protocol_whitelist', 'file'];

/** `{ crf: 22 }` → `-crf 22` */
export const flags = (values: Record<string, string | number>): string[] =>
  Object.entries(values).flatMap(([name, value]) => [`-${name}`, String(value)]);

/** How a file is read. */
export const inputArgs = (file: string): string[] => [...ONLY_FILES, '-i', `file:${file}`];

/** Runs ffmpeg at low priority; gives what it wrote to its log, which `-loglevel info` filters need. */
export async function runFfmpeg(args: string[], { onSeconds, ...options }: RunOptions = {}): Promise<string> {
  const quiet = args.includes('-loglevel') ? [] : ['-loglevel', 'error'];
  const all = ['-hide_banner', '-nostdin', ...quiet, '-y', '-progress', 'pipe:1', ...args];
  const stall = onSeconds && stallWatch();
  const signals = [options.signal, stall?.signal].filter((signal) => signal !== undefined);
  try {
    const { complaint } = await run('ffmpeg', all, { ...options, signal: AbortSignal.any(signals) }, (chunk) => {
      const time = /out_time_us=(\d+)/.exec(chunk)?.[1];
      if (!time) return;
      stall?.seen(time);
      onSeconds?.(Number(time) / 1_000_000);
    });
    return complaint;
  } catch (error) {
    throw stall?.signal.aborted ? new ToolFailed('ffmpeg', 'it stood still', null) : error;
  } finally {
    stall?.end();
  }
}

/** Runs ffprobe and gives back what it printed. */
export async function runFfprobe(args: string[], options: RunOptions = {}): Promise<string> {
  let printed = '';
  await run('ffprobe', ['-v', 'error', ...args], options, (chunk) => (printed += chunk));
  return printed;
}

/** Throws ToolMissing. */
export async function checkTools(): Promise<void> {
  await run('ffprobe', ['-version'], {}, () => undefined);
  await run('ffmpeg', ['-version'], {}, () => undefined);
}

function run(
  tool: string,
  args: string[],
  { cwd, signal, onStart }: RunOptions,
  onChunk: (chunk: string) => void,
): Promise<{ complaint: string }> {
  return new Promise((fulfil, reject) => {
    const child = spawn(tool, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', onChunk);
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(-COMPLAINT_LENGTH);
    });
    child.on('spawn', () => {
      yieldToOthers(child.pid!);
      onStart?.(child.pid!);
    });
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? missing(tool) : error));
    child.on('close', (code) => {
      if (code === 0) fulfil({ complaint });
      else reject(failure(tool, complaint.trim(), code));
    });
  });
}

const missing = (tool: string) =>
  new ToolMissing(
    `${tool} is not on the PATH. It comes with ffmpeg (https://ffmpeg.org), which only this command needs.`,
  );

function failure(tool: string, complaint: string, code: number | null): Error {
  if (/No space left on device|Disk quota exceeded/.test(complaint))
    return new MediaFolderError('The disk is full. Make room; the same command then goes on where it stopped.');
  return new ToolFailed(tool, complaint, code);
}

/** A house on the same machine comes first. Where the system does not allow it, nothing is lost. */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It ended already, or the system has no priorities.
  }
}
