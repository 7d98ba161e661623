import { expect, test } from 'vitest';
import { writeCompose } from '../../../scripts/cinema/actions/compose.ts';
import { createCommandContext } from '../../../scripts/cinema/command-context.ts';
import { anIo } from '../../support/cinema-cli.ts';

const filesOf = async () => {
  const context = createCommandContext(anIo().io, { isDry: true, isJson: false });
  const { data } = await writeCompose(context, { name: ['cinema.example'], code: '/opt/matinee' });
  const { files } = data as { files: { path: string; text: string }[] };
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
};

test('each cinema in containers has its own database password, the same in both files', async () => {
  const [one, other] = [await filesOf(), await filesOf()];
  const password = /^POSTGRES_PASSWORD=(\S{43})$/m.exec(one['/database.env']!)![1]!;
  expect(one['/matinee.env']).toContain(
    `DATABASE_URL=postgres://matinee:${password}@database/matinee`,
  );
  expect(other['/database.env']).not.toContain(password);
  expect(one['/compose.yaml']).not.toMatch(/POSTGRES_PASSWORD: /);
});

test('the web server in a container can write nothing of the cinema, and keeps only the right to its ports', async () => {
  const web = (await filesOf())['/compose.yaml']!.split('\n  web:\n')[1]!;
  expect(web).toMatch(
    /read_only: true\n[^]*cap_drop:\n {6}- ALL\n {4}cap_add:\n {6}- NET_BIND_SERVICE/,
  );
});
