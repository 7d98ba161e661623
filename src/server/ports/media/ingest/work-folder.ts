import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseJson } from '../../../parse-json.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../private-files.ts';
import { MediaError } from '../errors.ts';
import type { RunOptions } from './tools.ts';

/**
 * Records finished stages and their keys, so that an interrupted run continues. `package/` becomes
 * the finished package.
 */
export interface WorkFolder {
  dir: string;
  isDone: (stage: string) => boolean;
  /** Undefined if the stage is not done. */
  resultOf: <T>(stage: string) => T | undefined;
  /** Runs once, even across restarts; the result is stored as JSON. */
  stage: <T>(stage: string, make: () => Promise<T>) => Promise<T>;
  /**
   * Creates `clear/{name}` with ffmpeg; the folder appears when it is complete. `make` gets a
   * temporary name.
   */
  attempt: <T>(name: string, make: (folder: string, run: RunOptions) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

interface WorkState {
  digest: string;
  done: Record<string, unknown>;
}

const STATE_FILE = 'work.json';
const OWNER_FILE = 'owner.pid';
/** One for each tool that runs. */
const TOOL_FILE = /^ffmpeg.*\.json$/;
/** Files that are not encrypted ("in the clear"); never part of the package. */
const CLEAR_FOLDER = 'clear';

const execFileAsync = promisify(execFile);

export interface WorkOptions {
  digest: string;
  /** A package that lacks files: it becomes `package/`, and `done` are its finished stages. */
  incomplete?: { folder: string; done: Record<string, unknown> } | null;
  signal?: AbortSignal | undefined;
}

/**
 * Discards the state of another film or other settings. Throws MediaError while another run uses
 * the folder.
 */
export async function openWorkFolder(
  dir: string,
  { digest, incomplete, signal }: WorkOptions,
): Promise<WorkFolder> {
  await claimFolder(dir);
  if (incomplete) await takePackage(dir, digest, incomplete);
  const state = await loadOrResetState(dir, digest);
  for (const folder of [CLEAR_FOLDER, 'package'])
    await mkdir(join(dir, folder), { recursive: true });
  // One after another: stages may end at the same time.
  let lastWrite = Promise.resolve();
  const saveState = () => (lastWrite = lastWrite.then(() => writeState(dir, state)));

  return {
    dir,
    isDone: (stage) => stage in state.done,
    resultOf: <T>(stage: string) => state.done[stage] as T | undefined,
    async stage<T>(stage: string, make: () => Promise<T>) {
      if (!(stage in state.done)) {
        state.done[stage] = await make();
        await saveState();
      }
      return state.done[stage] as T;
    },
    attempt: (name, make) => runAttempt({ dir, name, make, signal }),
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Finished stages stay. */
export const releaseWorkFolder = (dir: string) => rm(join(dir, OWNER_FILE), { force: true });

async function runAttempt<T>({
  dir,
  name,
  make,
  signal,
}: {
  dir: string;
  name: string;
  make: (folder: string, run: RunOptions) => Promise<T>;
  signal?: AbortSignal;
}): Promise<T> {
  const folder = join(CLEAR_FOLDER, `${name}.${randomBytes(4).toString('hex')}`);
  await mkdir(join(dir, folder));
  try {
    // Synchronous: if this process is killed, its ffmpeg keeps running and must be found later.
    const onStart = (pid: number) =>
      writeFileSync(join(dir, `ffmpeg-${name}.json`), JSON.stringify({ pid, mark: folder }));
    const made = await make(folder, { cwd: dir, signal, onStart });
    await rm(join(dir, CLEAR_FOLDER, name), { recursive: true, force: true });
    await rename(join(dir, folder), join(dir, CLEAR_FOLDER, name));
    return made;
  } finally {
    await rm(join(dir, folder), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function claimFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  // The film in `clear/` is not encrypted yet.
  await chmod(dir, PRIVATE_FOLDER);
  const owner = Number(await readFile(join(dir, OWNER_FILE), 'utf8').catch(() => ''));
  if (owner && owner !== process.pid && (await isRunning(owner, 'ingest')))
    throw new MediaError(`${dir} is in use: process ${owner} is ingesting this film`);
  await writeFile(join(dir, OWNER_FILE), String(process.pid));
  await killOrphanedTools(dir);
}

/** Kills the tools of an interrupted run and removes its temporary folders. */
async function killOrphanedTools(dir: string): Promise<void> {
  for (const file of await readdir(dir)) if (TOOL_FILE.test(file)) await killTool(join(dir, file));
  for (const name of await readdir(join(dir, CLEAR_FOLDER)).catch(() => []))
    if (name.includes('.'))
      await rm(join(dir, CLEAR_FOLDER, name), { recursive: true, force: true });
}

async function killTool(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { pid = 0, mark = '' } = readJson<{ pid: number; mark: string }>(text);
  if (pid && mark && (await isRunning(pid, mark))) process.kill(pid, 'SIGKILL');
  await rm(file, { force: true });
}

/** Compares the command line, because process ids are reused. */
async function isRunning(pid: number, mark: string): Promise<boolean> {
  const { stdout } = await execFileAsync('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => ({
      stdout: '',
    }),
  );
  return stdout.includes(mark);
}

/** Moves before it writes the state: if it is killed in between, the film is encoded anew. */
async function takePackage(
  dir: string,
  digest: string,
  { folder, done }: NonNullable<WorkOptions['incomplete']>,
) {
  for (const name of [STATE_FILE, CLEAR_FOLDER, 'package'])
    await rm(join(dir, name), { recursive: true, force: true });
  await rename(folder, join(dir, 'package'));
  await writeState(dir, { digest, done });
}

async function loadOrResetState(dir: string, digest: string): Promise<WorkState> {
  const saved = readJson<WorkState>(
    await readFile(join(dir, STATE_FILE), 'utf8').catch(() => '{}'),
  );
  if (saved.digest === digest && saved.done) return { digest, done: saved.done };
  for (const name of [CLEAR_FOLDER, 'package'])
    await rm(join(dir, name), { recursive: true, force: true });
  const state = { digest, done: {} };
  await writeState(dir, state);
  return state;
}

async function writeState(dir: string, state: WorkState): Promise<void> {
  const file = join(dir, STATE_FILE);
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: PRIVATE_FILE });
  await rename(`${file}.new`, file);
}

const readJson = <T>(text: string) => (parseJson(text) ?? {}) as Partial<T>;
