import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { RebuildError } from '../errors.ts';
import { SOURCES } from '../plan/sources.ts';
import { persistPublicPaths, newPathsIn } from '../release/fsync.ts';
import { withPlainRebuildHint } from '../render/astro-internals.ts';
import { runAstroBuild } from './astro-build.ts';

export interface BundleOptions {
  projectDir: string;
  dataDir: string;
  origin: string;
  settings: NodeJS.ProcessEnv;
  onProgress?: ((line: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Scripts, styles, public files and the page renderer, built by Astro from one version of the
 * sources.
 */
export interface Bundle {
  name: string;
  clientDir: string;
  rendererDir: string;
  /** Cached compressed sizes of the client files (check/weight.ts). */
  weightsFile: string;
}

const bundlesDir = (dataDir: string) => join(dataDir, 'bundles');
const bundleDir = (dataDir: string, name: string) => join(bundlesDir(dataDir), name);
export const bundleName = (sourcesDigest: string) => sourcesDigest.slice(0, 16);

export const bundlePaths = (dataDir: string, name: string): Bundle => ({
  name,
  clientDir: join(bundleDir(dataDir, name), 'client'),
  rendererDir: join(bundleDir(dataDir, name), 'renderer'),
  weightsFile: join(bundleDir(dataDir, name), 'weights.json'),
});

/**
 * Returns the cached bundle of these sources, or builds it. Throws RebuildError with Astro's last
 * output lines.
 */
export async function ensureBundle(sourcesDigest: string, options: BundleOptions): Promise<Bundle> {
  const { dataDir, settings } = options;
  const name = bundleName(sourcesDigest);
  if (!existsSync(bundleDir(dataDir, name))) {
    const buildDir = prepareBuildDir(options);
    const variables = { ...settings, KEEP_RENDERER_IN: join(buildDir, 'renderer') };
    await buildSources(buildDir, variables, options).catch((error: unknown) => {
      throw error instanceof RebuildError
        ? new RebuildError(withPlainRebuildHint(error.message))
        : error;
    });
    await saveBundle(buildDir, dataDir, name);
  }
  return bundlePaths(dataDir, name);
}

/**
 * Copies the sources into an empty folder, because Astro writes into the source folder, and the
 * server's user may not write in the project. The folder always has the same name: Astro derives
 * the ids of islands from the paths of their sources.
 */
export function prepareBuildDir({ projectDir, dataDir }: BundleOptions): string {
  const dir = bundleDir(dataDir, 'building');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  // The renderer imports packages by name.
  symlinkSync(join(projectDir, 'node_modules'), join(dir, 'node_modules'));
  for (const name of [...SOURCES, 'package.json'])
    cpSync(join(projectDir, name), join(dir, 'source', name), { recursive: true });
  // The real path: Astro compares the path with its working directory.
  return realpathSync(dir);
}

/**
 * Builds the copied sources into the folder `client`. Astro must run in a parent folder of its
 * output folder.
 */
export async function buildSources(
  buildDir: string,
  variables: NodeJS.ProcessEnv,
  { projectDir, origin, onProgress, signal }: BundleOptions,
): Promise<void> {
  const root = join(buildDir, 'source');
  const output = { PUBLIC_ORIGIN: origin, SITE_OUT_DIR: join(buildDir, 'client') };
  await runAstroBuild({
    projectDir,
    root,
    cwd: buildDir,
    variables: { ...variables, ...output },
    onProgress,
    signal,
  });
  rmSync(root, { recursive: true });
}

/** Moves a complete build to its name, in place of an older bundle of that name. */
export async function saveBundle(buildDir: string, dataDir: string, name: string): Promise<void> {
  await persistPublicPaths(newPathsIn(buildDir));
  rmSync(bundleDir(dataDir, name), { recursive: true, force: true });
  renameSync(buildDir, bundleDir(dataDir, name));
  await persistPublicPaths([bundlesDir(dataDir)]);
}

export function removeBundlesExcept(dataDir: string, names: ReadonlySet<string>): void {
  if (!existsSync(bundlesDir(dataDir))) return;
  for (const name of readdirSync(bundlesDir(dataDir)))
    if (!names.has(name)) rmSync(bundleDir(dataDir, name), { recursive: true });
}
