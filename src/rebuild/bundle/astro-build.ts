import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RebuildError } from '../errors.ts';

interface AstroBuildOptions {
  /** Contains node_modules. */
  projectDir: string;
  /** The sources. */
  root: string;
  cwd: string;
  /** The environment. PUBLIC_ORIGIN and SITE_OUT_DIR name the site and the output folder. */
  variables: NodeJS.ProcessEnv;
  onProgress?: ((line: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Count of Astro's output lines that an error shows. */
const ERROR_LINES = 25;

/** Runs `astro build` in a child process. Throws RebuildError with Astro's last output lines. */
export async function runAstroBuild(options: AstroBuildOptions): Promise<void> {
  const { projectDir, root, cwd, variables, onProgress, signal } = options;
  const astro = join(projectDir, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--root', root, '--silent'], {
    cwd,
    env: { ...variables, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    // The channel ends the build if this process dies: see cacheRenderer.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input: input! }).on('line', (line) => {
      if (!line.trim()) return;
      lines.push(line);
      lines.splice(0, lines.length - ERROR_LINES);
      onProgress?.(line);
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new RebuildError(`Astro could not build the site:\n${lines.join('\n')}`);
}
