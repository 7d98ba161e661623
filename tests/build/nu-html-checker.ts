import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../support/project.ts';

const JAR = join(PROJECT, 'node_modules/vnu-jar/build/dist/vnu.jar');

export const hasJava = (): boolean => spawnSync('java', ['-version']).status === 0;

/** Fast startup for a single short run, and a large stack for the recursive grammar. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss2m'];

/** It does not know page transitions (CSS View Transitions, level 2), which pages have: styles/site.css, film.css. */
const PAGE_TRANSITION = /view-transition|sition-(old|new)\(root\)/;

/**
 * Returns errors of the Nu Html Checker: `v/a/b/index.html:12 Bad value …`. It does not know some newer CSS of Tailwind, the
 * player and the map, so it checks styles only in the `plain` files, which have none of that CSS.
 */
export async function htmlErrors(dir: string, plain: Set<string>): Promise<string[]> {
  // Errors only: its warnings are about URLs that it cannot resolve.
  const child = spawn(
    'java',
    [...JAVA, '-jar', JAR, '--errors-only', '--format', 'json', '--skip-non-html', '.'],
    {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const chunks: Buffer[] = [];
  for await (const chunk of child.stderr) chunks.push(chunk as Buffer);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
    messages: { url: string; lastLine: number; message: string; extract?: string }[];
  };
  return messages
    .filter(({ message, url }) => !message.startsWith('CSS: ') || plain.has(fileURLToPath(url)))
    .filter(
      ({ message, extract = '' }) =>
        !message.startsWith('CSS: ') || !PAGE_TRANSITION.test(message + extract),
    )
    .map(
      ({ url, lastLine, message, extract }) =>
        `${decodeURI(url)}:${lastLine} ${message} ${extract ?? ''}`,
    );
}
