import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../support/project.ts';

const JAR = join(PROJECT, 'node_modules/vnu-jar/build/dist/vnu.jar');

export const hasJava = (): boolean => spawnSync('java', ['-version']).status === 0;

/** It runs once and not for long: compiling quickly is better than compiling well. Its grammar goes deep. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss2m'];

/**
 * What the Nu Html Checker finds wrong in a folder's pages: `v/a/b/index.html:12 Bad value …`. Its grammar of CSS is older than
 * some words of Tailwind, the player and the map, so of styles it is asked about `plain` files only, which have none of these.
 */
export async function htmlErrors(dir: string, plain: Set<string>): Promise<string[]> {
  // Its own warnings are about addresses that it cannot know; errors only.
  const child = spawn('java', [...JAVA, '-jar', JAR, '--errors-only', '--format', 'json', '--skip-non-html', '.'], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stderr) chunks.push(chunk as Buffer);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
    messages: { url: string; lastLine: number; message: string; extract?: string }[];
  };
  return messages
    .filter(({ message, url }) => !message.startsWith('CSS: ') || plain.has(fileURLToPath(url)))
    .map(({ url, lastLine, message, extract }) => `${decodeURI(url)}:${lastLine} ${message} ${extract ?? ''}`);
}
