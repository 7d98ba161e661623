import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { RebuildOptions } from './rebuild.ts';

/** The last lines that the builder printed, for the error. */
const TAIL = 25;

/** Runs Astro's build into `outDir`, in a process of its own. Throws with the builder's last lines. */
export function build({
  apiOrigin,
  origin,
  projectDir,
  outDir,
  tell,
}: RebuildOptions & { outDir: string }): Promise<void> {
  const astro = join(projectDir, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--silent'], {
    cwd: projectDir,
    env: {
      ...process.env,
      BUILD_API_ORIGIN: apiOrigin,
      PUBLIC_ORIGIN: origin,
      SITE_OUT_DIR: outDir,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
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
      code === 0 ? resolve() : reject(new Error(`The site could not be built:\n${lines.join('\n')}`)),
    );
  });
}
