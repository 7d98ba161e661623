import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { RebuildError } from '../errors.ts';
import { SOURCES } from '../plan/sources.ts';
import { newBelow, settle } from '../release/durable.ts';

export interface BundleOptions {
  projectDir: string;
  dataDir: string;
  /** The site's own address, for canonical links. */
  origin: string;
  /** The environment that it is made in. */
  settings: NodeJS.ProcessEnv;
  tell?: ((how: string) => void) | undefined;
  /** Ends the making. */
  signal?: AbortSignal | undefined;
}

/** Everything of a site but its pages: scripts, styles and public files as they are served, and what draws the pages. */
export interface Bundle {
  name: string;
  /** Served as it is. */
  clientDir: string;
  rendererDir: string;
  /** What is known of how heavy its files are (check/kept-weights.ts). */
  weightsFile: string;
}

/** The last lines that the builder printed, for the error. */
const TAIL = 25;
const folderOf = (dataDir: string) => join(dataDir, 'bundles');

export const bundleAt = (dataDir: string, name: string): Bundle => ({
  name,
  clientDir: join(folderOf(dataDir), name, 'client'),
  rendererDir: join(folderOf(dataDir), name, 'renderer'),
  weightsFile: join(folderOf(dataDir), name, 'weights.json'),
});

/**
 * The bundle of sources with this digest: the one that is kept, or a new one by Astro's build. Throws with Astro's last lines
 * when it cannot be made; a bundle is whole or it is not there.
 */
export async function bundleOf(sources: string, options: BundleOptions): Promise<Bundle> {
  const bundle = bundleAt(options.dataDir, sources.slice(0, 16));
  const whole = join(folderOf(options.dataDir), bundle.name);
  if (existsSync(whole)) return bundle;
  const aside = `${whole}.${process.pid}.building`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  // What draws pages asks for packages by their names.
  symlinkSync(join(options.projectDir, 'node_modules'), join(aside, 'node_modules'));
  const source = join(aside, 'source');
  // Astro writes into the folder that it builds, which a server's user may not do in the project. Two builds would also share it.
  for (const name of [...SOURCES, 'package.json'])
    cpSync(join(options.projectDir, name), join(source, name), { recursive: true });
  // By its own path, without links: Astro compares it with where it runs.
  await runAstro(realpathSync(aside), options);
  rmSync(source, { recursive: true });
  await settle(newBelow(aside));
  renameSync(aside, whole);
  await settle([folderOf(options.dataDir)]);
  return bundle;
}

/** Removes the bundles that no kept release was made with. */
export function dropBundles(dataDir: string, inUse: ReadonlySet<string>): void {
  if (!existsSync(folderOf(dataDir))) return;
  for (const name of readdirSync(folderOf(dataDir)))
    if (!inUse.has(name)) rmSync(join(folderOf(dataDir), name), { recursive: true });
}

/** Runs Astro's build in a process of its own, of the copy of the sources in `aside`. It must run above its output folder. */
function runAstro(aside: string, { projectDir, origin, settings, tell, signal }: BundleOptions): Promise<void> {
  const astro = join(projectDir, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--root', join(aside, 'source'), '--silent'], {
    cwd: aside,
    env: {
      ...settings,
      PUBLIC_ORIGIN: origin,
      SITE_OUT_DIR: join(aside, 'client'),
      KEEP_RENDERER_IN: join(aside, 'renderer'),
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const lines: string[] = [];
  const hear = (chunk: Buffer) => {
    lines.push(
      ...chunk
        .toString()
        .split('\n')
        .filter((line) => line.trim()),
    );
    lines.splice(0, lines.length - TAIL);
    tell?.(lines.at(-1) ?? '');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new RebuildError(`The site could not be bundled:\n${lines.join('\n')}`)),
    );
  });
}
