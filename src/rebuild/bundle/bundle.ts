import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { RebuildError } from '../errors.ts';
import { SOURCES } from '../plan/sources.ts';
import { fsyncPaths, newPathsIn } from '../release/fsync.ts';

export interface BundleOptions {
  projectDir: string;
  dataDir: string;
  origin: string;
  settings: NodeJS.ProcessEnv;
  onProgress?: ((line: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Scripts, styles, public files and the page renderer, built by Astro from one version of the sources. */
export interface Bundle {
  name: string;
  clientDir: string;
  rendererDir: string;
  /** Cached compressed sizes of the client files (check/cached-weights.ts). */
  weightsFile: string;
}

/** Count of Astro's output lines that an error shows. */
const ERROR_LINES = 25;
const bundlesDir = (dataDir: string) => join(dataDir, 'bundles');

export const bundlePaths = (dataDir: string, name: string): Bundle => ({
  name,
  clientDir: join(bundlesDir(dataDir), name, 'client'),
  rendererDir: join(bundlesDir(dataDir), name, 'renderer'),
  weightsFile: join(bundlesDir(dataDir), name, 'weights.json'),
});

/** Returns the cached bundle of these sources, or builds it. Throws RebuildError with Astro's last output lines. */
export async function ensureBundle(sourcesDigest: string, options: BundleOptions): Promise<Bundle> {
  const bundle = bundlePaths(options.dataDir, sourcesDigest.slice(0, 16));
  const finalDir = join(bundlesDir(options.dataDir), bundle.name);
  if (existsSync(finalDir)) return bundle;
  const buildDir = `${finalDir}.${process.pid}.building`;
  rmSync(buildDir, { recursive: true, force: true });
  mkdirSync(buildDir, { recursive: true });
  // The renderer imports packages by name.
  symlinkSync(join(options.projectDir, 'node_modules'), join(buildDir, 'node_modules'));
  const sourceDir = join(buildDir, 'source');
  // A copy: Astro writes into the source folder, and the server's user may not write in the project.
  for (const name of [...SOURCES, 'package.json'])
    cpSync(join(options.projectDir, name), join(sourceDir, name), { recursive: true });
  // The real path: Astro compares the path with its working directory.
  await runAstro(realpathSync(buildDir), options);
  rmSync(sourceDir, { recursive: true });
  await fsyncPaths(newPathsIn(buildDir));
  renameSync(buildDir, finalDir);
  await fsyncPaths([bundlesDir(options.dataDir)]);
  return bundle;
}

export function removeBundlesExcept(dataDir: string, names: ReadonlySet<string>): void {
  if (!existsSync(bundlesDir(dataDir))) return;
  for (const name of readdirSync(bundlesDir(dataDir)))
    if (!names.has(name)) rmSync(join(bundlesDir(dataDir), name), { recursive: true });
}

/** Builds the sources in `buildDir`. Astro must run in a parent folder of its output folder. */
function runAstro(
  buildDir: string,
  { projectDir, origin, settings, onProgress, signal }: BundleOptions,
): Promise<void> {
  const astro = join(projectDir, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--root', join(buildDir, 'source'), '--silent'], {
    cwd: buildDir,
    env: {
      ...settings,
      PUBLIC_ORIGIN: origin,
      SITE_OUT_DIR: join(buildDir, 'client'),
      KEEP_RENDERER_IN: join(buildDir, 'renderer'),
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const lines: string[] = [];
  const onOutput = (chunk: Buffer) => {
    lines.push(
      ...chunk
        .toString()
        .split('\n')
        .filter((line) => line.trim()),
    );
    lines.splice(0, lines.length - ERROR_LINES);
    onProgress?.(lines.at(-1) ?? '');
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new RebuildError(`Astro could not build the site:\n${lines.join('\n')}`)),
    );
  });
}
