import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../support/source.ts';

const JAR = join(PROJECT, 'node_modules/vnu-jar/build/dist/vnu.jar');

export const hasJava = (): boolean => spawnSync('java', ['-version']).status === 0;

/** What the Nu Html Checker finds wrong in a folder's pages: `v/a/b/index.html:12 Bad value …`. */
export async function htmlErrors(dir: string): Promise<string[]> {
  // Its own warnings are about addresses that it cannot know; errors only.
  const child = spawn('java', ['-jar', JAR, '--errors-only', '--format', 'json', '--skip-non-html', '.'], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stderr) chunks.push(chunk as Buffer);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
    messages: { url: string; lastLine: number; message: string; extract?: string }[];
  };
  // The pages carry their styles, and the checker's grammar of CSS is older than @property and view transitions, so its
  // word counts for HTML alone; a style that cannot be read fails the build.
  return messages
    .filter(({ message }) => !message.startsWith('CSS: '))
    .map(({ url, lastLine, message, extract }) => `${decodeURI(url)}:${lastLine} ${message} ${extract ?? ''}`);
}
