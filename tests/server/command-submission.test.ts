/** @module-tag databases */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { signUserToken } from '#server/tokens.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { aPicture, aSubmittedFilm } from '../support/submissions.ts';
import { aServer, SECRETS, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
let films: { accepted: number; declined: number };

beforeAll(async () => {
  server = await aServer();
  commands = aCommandRunner(server);
  const maker = await server.aViewer();
  const token = signUserToken(SECRETS.tokenSecret, { ...maker, roles: [] }, server.clock.now());
  const uploaded = await server.app.request('/api/ott/submissions/posters', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(await aPicture()),
  });
  const { posterKey } = (await uploaded.json()) as { posterKey: string };
  films = {
    accepted: await aSubmittedFilm(server, maker, { posterKey, primaryLanguage: 'Tulu' }),
    declined: await aSubmittedFilm(server, maker, { movieName: 'Another', movieNameEn: 'Another' }),
  };
});

async function run(...args: (string | number)[]) {
  const { code, out, err } = await commands.cinema(['submission', ...args.map(String)]);
  return `${(out + err).trim()} (${code})`;
}
const queryRows = async (sql: string) => (await server.database.query(sql)).rows;

describe('cinema submission', () => {
  test('lists the films, and shows all facts of one film', async () => {
    const [, newest, oldest] = (await run('list')).split('\n');
    expect(newest).toMatch(
      new RegExp(
        `^${films.declined} +received +2\\d{3}-\\S+ \\S+ +Another +Another +Asha Menon +-$`,
      ),
    );
    expect(oldest).toMatch(
      new RegExp(`^${films.accepted} +received +.* +ഒരു വേനൽ +One Summer +Asha Menon +- \\(0\\)$`),
    );
    const details = await run('show', films.accepted);
    for (const words of [
      'https://films.example/one-summer',
      'asha@example.com',
      'Two sisters',
      '96 minutes',
    ])
      expect(details).toContain(words);
    expect(details).toMatch(/poster +\/.*\/media\/submissions\/[0-9a-f-]{36}\.webp\n/);
  });

  test('starts a review, and declines with a reason', async () => {
    expect(await run('review', films.declined)).toMatch(/stage +received → in_review \(0\)$/);
    expect(await run('decline', films.declined)).toMatch(/--reason is missing[^]*\(1\)$/);
    expect(await run('decline', films.declined, '--reason', 'The sound is gone')).toMatch(
      /stage +in_review → declined \(0\)$/,
    );
    expect(
      await queryRows(
        `select stage, note from submission_steps where movie_id = ${films.declined} order by step_id`,
      ),
    ).toEqual([
      { stage: 'received', note: null },
      { stage: 'in_review', note: null },
      { stage: 'declined', note: 'The sound is gone' },
    ]);
    expect(await run('accept', films.declined, '--price', '10')).toBe(
      'This film is at another stage: declined (1)',
    );
  });

  test('accepts with price, date, channel and poster, and prints what is still missing', async () => {
    expect(await run('accept', films.accepted, '--date', '2026-12-05')).toBe(
      'A film with a date needs a price. Use 0 for a free film. (1)',
    );
    const folder = join(server.config.dataDir, 'no-package');
    mkdirSync(folder);
    expect(await run('accept', films.accepted, '--price', '1', '--package', folder)).toMatch(
      /^[^\n]* \(1\)$/,
    );
    expect(
      await queryRows(`select ticket_rate from movies where movie_id = ${films.accepted}`),
    ).toEqual([{ ticket_rate: 0 }]);
    const terms = [
      '--price',
      '149.5',
      '--date',
      '2026-12-05 18:00',
      '--age',
      '13',
      '--minutes',
      '97',
      '--type',
      'SHORTS',
    ];
    expect(
      await run('accept', films.accepted, ...terms, '--channel', 'Asha Films', '--note', 'Welcome'),
    ).toMatch(
      /stage +received → accepted\n[^]*The film is not shown: it has no package\. Attach one, then activate the film\. \(0\)$/,
    );
    expect(
      await queryRows(`select active, ticket_rate, age_rating, running_time, movie_type, poster, poster_gel, change_no > 0 as changed,
          to_char(streaming_start_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as day, channel_name, roles, c.owner_id = m.owner_id as has_same_owner,
          (select note from submission_steps s where s.movie_id = m.movie_id and stage = 'accepted') as note,
          (select count(*)::int from languages where language_name = 'Tulu') as languages
        from movies m join channel_movies using (movie_id) join channels c using (channel_id) join users on user_id = c.owner_id
        where movie_id = ${films.accepted}`),
    ).toEqual([
      {
        active: 'N',
        ticket_rate: 14_950,
        age_rating: 13,
        running_time: 97,
        movie_type: 'SHORTS',
        poster: expect.stringMatching(/^[0-9a-f]{12}\/poster-400\.webp$/),
        poster_gel: expect.stringMatching(/^#[0-9a-f]{6}$/),
        changed: false,
        day: '2026-12-05 12:30',
        channel_name: 'Asha Films',
        roles: ['Producer'],
        has_same_owner: true,
        note: 'Welcome',
        languages: 0,
      },
    ]);
    // With a package and a date, the film is shown.
    await queryRows(
      `insert into packages (package_key, manifest, keys) values ('summer', '{}', '{}')`,
    );
    await queryRows(
      `update movies set package_id = (select max(package_id) from packages) where movie_id = ${films.accepted}`,
    );
    await run('accept', films.accepted, '--date', '2026-12-05 18:00');
    expect(
      await queryRows(`select active, change_no > 0 as changed, (select count(*)::int from languages where language_name = 'Tulu') as languages
        from movies where movie_id = ${films.accepted}`),
    ).toEqual([{ active: 'Y', changed: true, languages: 1 }]);
    // A new price leaves the other terms unchanged.
    await run('accept', films.accepted, '--price', '99', '--channel', 'Asha Films');
    expect(
      await queryRows(`select ticket_rate, age_rating, active, (select count(*)::int from channels) channels,
        (select roles from users where user_id = owner_id) roles from movies where movie_id = ${films.accepted}`),
    ).toEqual([
      { ticket_rate: 9900, age_rating: 13, active: 'Y', channels: 1, roles: ['Producer'] },
    ]);
  });

  test.each([
    ['an unknown film', ['review', 999_999], 'There is no submitted film with this number (1)'],
    ['an unknown command', ['delete', 1], /unknown command 'delete'[^]* \(1\)$/],
    ['a film without a number', ['review', 'one'], /<film> must be a whole number[^]* \(1\)$/],
    [
      'an invalid price',
      ['accept', 1, '--price', '1e3'],
      /--price must be an amount in rupees[^]* \(1\)$/,
    ],
    [
      'an invalid date',
      ['accept', 1, '--date', '2026-02-31'],
      /--date must be a date and time[^]* \(1\)$/,
    ],
    [
      'half a minute',
      ['accept', 1, '--minutes', '96.5'],
      /--minutes must be a whole number from 0 to 10000[^]* \(1\)$/,
    ],
    [
      'an unknown type',
      ['accept', 1, '--type', 'FILM'],
      /--type must be one of MOVIES, SERIES, SHORTS[^]* \(1\)$/,
    ],
    ['an unknown option', ['accept', 1, '--prise', '1'], /unknown option '--prise'[^]* \(1\)$/],
  ] as [string, (string | number)[], string | RegExp][])(
    'refuses %s with a message',
    async (_, args, message) => {
      const output = await run(...args);
      if (message instanceof RegExp) expect(output).toMatch(message);
      else expect(output).toBe(message);
      expect(output).not.toMatch(/\n\s+at /);
    },
  );
});
