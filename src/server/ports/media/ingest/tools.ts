import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
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
}

const STDERR_TAIL_LENGTH = 8000;
/** Local files only: a playlist that is given as a film must not open network addresses. */
const FILES_ONLY = ['-protocol_whitelist', 'file'];

/** `{ crf: 22 }` → `-crf 22` */
export const flags = (values: Record<string, string | number>): string[] =>
  Object.entries(values).flatMap(([name, value]) => [`-${name}`, String(value)]);

export const inputArgs = (file: string): string[] => [...FILES_ONLY, '-i', `file:${file}`];

/** Runs ffmpeg at low priority and returns its log. With `-loglevel info`, the log has what filters measured. */
export async function runFfmpeg(args: string[], { onPosition, ...options }: RunOptions = {}): Promise<string> {
  const quiet = args.includes('-loglevel') ? [] : ['-loglevel', 'error'];
  const allArgs = ['-hide_banner', '-nostdin', ...quiet, '-y', '-progress', 'pipe:1', ...args];
  const stall = onPosition && watchForStall();
  const signals = [options.signal, stall?.signal].filter((signal) => signal !== undefined);
  try {
    return await runTool('ffmpeg', allArgs, { ...options, signal: AbortSignal.any(signals) }, (chunk) => {
      const time = /out_time_us=(\d+)/.exec(chunk)?.[1];
      if (!time) return;
      stall?.reportTime(time);
      onPosition?.(Number(time) / 1_000_000);
    });
  } catch (error) {
    throw stall?.signal.aborted ? new ToolFailed('ffmpeg', 'no progress for 5 minutes', null) : error;
  } finally {
    stall?.stop();
  }
}

export async function runFfprobe(args: string[], options: RunOptions = {}): Promise<string> {
  let stdout = '';
  await runTool('ffprobe', ['-v', 'error', ...args], options, (chunk) => (stdout += chunk));
  return stdout;
}

/** Whether this ffmpeg encodes AV1 with SVT-AV1. Throws ToolMissing. */
export async function hasAv1Encoder(): Promise<boolean> {
  let list = '';
  await runTool('ffmpeg', ['-hide_banner', '-encoders'], {}, (chunk) => (list += chunk));
  return /\blibsvtav1\b/.test(list);
}

/** Throws ToolMissing. */
export async function checkTools(): Promise<void> {
  await runTool('ffprobe', ['-version'], {}, () => undefined);
  await runTool('ffmpeg', ['-version'], {}, () => undefined);
}

function runTool(
  tool: string,
  args: string[],
  { cwd, signal, onStart }: RunOptions,
  onChunk: (chunk: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', onChunk);
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_TAIL_LENGTH);
    });
    child.on('spawn', () => {
      lowerPriority(child.pid!);
      onStart?.(child.pid!);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? toolMissingError(tool) : error),
    );
    child.on('close', (code) => {
      if (code === 0) resolve(stderr);
      else reject(toolFailedError(tool, stderr.trim(), code));
    });
  });
}

const toolMissingError = (tool: string) =>
  new ToolMissing(`${tool} is not on the PATH. Install ffmpeg (https://ffmpeg.org); only this command needs it.`);

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
