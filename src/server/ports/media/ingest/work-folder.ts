import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MediaError } from '../errors.ts';
import type { RunOptions } from './tools.ts';

/**
 * The folder beside the output in which a film is made. What is done is written down after every stage, so a run that was killed
 * goes on there: `clear/` holds what ffmpeg made, `package/` what will be published.
 */
export interface Work {
  dir: string;
  /** Stages that an earlier run finished. */
  isDone: (stage: string) => boolean;
  /** Does a stage once, in this run or an earlier one; its result is kept as JSON. */
  stage: <T>(stage: string, make: () => Promise<T>) => Promise<T>;
  /** Makes the folder `clear/{name}` by one ffmpeg run, which appears only when it is whole. `make` gets its temporary name. */
  attempt: (name: string, make: (folder: string, run: RunOptions) => Promise<unknown>) => Promise<void>;
  /** Takes the folder away. */
  close: () => Promise<void>;
}

interface State {
  digest: string;
  done: Record<string, unknown>;
}

const STATE = 'work.json';
const OWNER = 'owner.pid';
const TOOL = 'ffmpeg.json';
const CLEAR = 'clear';
/** The state has keys in it. */
const PRIVATE = 0o600;

const inherited = promisify(execFile);

/** Opens the work folder `dir`. What other settings or another file left there is thrown away. Throws MediaError while another run uses it. */
export async function openWork(dir: string, digest: string, signal?: AbortSignal): Promise<Work> {
  await claim(dir);
  const state = await readState(dir, digest);
  for (const folder of [CLEAR, 'package']) await mkdir(join(dir, folder), { recursive: true });

  return {
    dir,
    isDone: (stage) => stage in state.done,
    async stage<T>(stage: string, make: () => Promise<T>) {
      if (!(stage in state.done)) {
        state.done[stage] = await make();
        await writeState(dir, state);
      }
      return state.done[stage] as T;
    },
    attempt: (name, make) => attempt(dir, name, make, signal),
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Ends the claim of a run that failed; what it did stays. */
export const leaveWork = (dir: string) => rm(join(dir, OWNER), { force: true });

async function attempt(dir: string, name: string, make: Parameters<Work['attempt']>[1], signal?: AbortSignal) {
  const folder = join(CLEAR, `${name}.${randomBytes(4).toString('hex')}`);
  await mkdir(join(dir, folder));
  try {
    // Written at once: whoever kills this process leaves that one running.
    const onStart = (pid: number) => writeFileSync(join(dir, TOOL), JSON.stringify({ pid, mark: folder }));
    await make(folder, { cwd: dir, signal, onStart });
    await rm(join(dir, CLEAR, name), { recursive: true, force: true });
    await rename(join(dir, folder), join(dir, CLEAR, name));
  } finally {
    await rm(join(dir, folder), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function claim(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  const owner = Number(await readFile(join(dir, OWNER), 'utf8').catch(() => ''));
  if (owner && owner !== process.pid && (await isRunning(owner, 'ingest')))
    throw new MediaError(`${dir} is in use: process ${owner} makes this film now`);
  await writeFile(join(dir, OWNER), String(process.pid));
  await endOrphan(dir);
}

/** The ffmpeg of a run that was killed still writes, to a folder that nobody waits for. */
async function endOrphan(dir: string): Promise<void> {
  const text = await readFile(join(dir, TOOL), 'utf8').catch(() => '{}');
  const { pid = 0, mark = '' } = readJson<{ pid: number; mark: string }>(text);
  if (pid && mark && (await isRunning(pid, mark))) process.kill(pid, 'SIGKILL');
  await rm(join(dir, TOOL), { force: true });
  for (const name of await readdir(join(dir, CLEAR)).catch(() => []))
    if (name.includes('.')) await rm(join(dir, CLEAR, name), { recursive: true, force: true });
}

/** Whether that process is still the one that was meant: numbers of processes are used again. */
async function isRunning(pid: number, mark: string): Promise<boolean> {
  const { stdout } = await inherited('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes(mark);
}

async function readState(dir: string, digest: string): Promise<State> {
  const found = readJson<State>(await readFile(join(dir, STATE), 'utf8').catch(() => '{}'));
  if (found.digest === digest && found.done) return { digest, done: found.done };
  for (const name of [CLEAR, 'package']) await rm(join(dir, name), { recursive: true, force: true });
  const state = { digest, done: {} };
  await writeState(dir, state);
  return state;
}

async function writeState(dir: string, state: State): Promise<void> {
  const file = join(dir, STATE);
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: PRIVATE });
  await rename(`${file}.new`, file);
}

function readJson<T>(text: string): Partial<T> {
  try {
    return JSON.parse(text) as Partial<T>;
  } catch {
    return {};
  }
}
