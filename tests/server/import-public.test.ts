import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../support/project.ts';
import { runCommand } from '../support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-public-'));
const commands = /^```sh\n(npm pack .*?)^```/ms
  .exec(readFileSync(join(PROJECT, 'docs/import.md'), 'utf8'))![1]!
  .trim()
  .split('\n');
const settings = { DATA_DIR: join(folder, 'data'), INIT_CWD: folder };

const cinema = (...args: string[]) =>
  runCommand([join(PROJECT, 'scripts/cinema.ts'), ...args], settings, { cwd: folder });

/** Downloaded from the npm registry, which some machines cannot reach. */
const isFetched = (() => {
  try {
    execFileSync('bash', ['-c', commands[0]!], { cwd: folder, stdio: 'ignore' });
    return existsSync(join(folder, 'package/data/movies.json'));
  } catch {
    return false;
  }
})();

describe.skipIf(!isFetched)(
  isFetched ? 'docs/import.md' : 'docs/import.md (skipped: no npm registry)',
  { tags: ['deep', 'release'] },
  () => {
    let output: string;

    beforeAll(async () => {
      for (const command of commands.slice(1)) {
        const localCommand = command
          .replace('docs/examples', join(PROJECT, 'docs/examples'))
          .replace(
            'npm run cinema --',
            `${process.execPath} ${join(PROJECT, 'scripts/cinema.ts')}`,
          );
        const run = runCommand(['-c', localCommand], settings, { program: 'bash', cwd: folder });
        const code = await run.exited;
        expect(code, `${command}\n${run.output()}`).toBe(command.includes('import ') ? 2 : 0);
        output = run.output();
      }
    }, 120_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('imports a public data set and reports its errors in a few lines', () => {
      expect(output).toContain('movies: 3200 new, 0 changed, 0 unchanged, 1 rejected');
      expect(output).toContain('movies, row 3055 (null Nov 03 2006): movieName is missing');
      const reportLines = output
        .split('\n')
        .filter((line) => line && !/^(movies: \d+ of|New )/.test(line));
      expect(reportLines.length).toBeLessThanOrEqual(20);
    });

    test('sells none of its films, even if its rows name a streaming date', async () => {
      const films = readFileSync(join(folder, 'films.csv'), 'utf8');
      writeFileSync(
        join(folder, 'dated.csv'),
        films.replace('"releaseDate"', '"streamingStartDate"'),
      );
      const dated = cinema('import', 'dated.csv', '--create');
      expect(await dated.exited, dated.output()).toBe(2);
      expect(dated.output()).toContain(
        'Not shown: 3200 films with a streaming date but no package',
      );
      const list = cinema('movie', 'list', '--limit', '5000', '--json');
      expect(await list.exited).toBe(0);
      const { movies } = JSON.parse(list.output()) as { movies: { active: string }[] };
      expect(movies).toHaveLength(3200);
      expect(movies.filter(({ active }) => active === 'Y')).toEqual([]);
    });
  },
);
