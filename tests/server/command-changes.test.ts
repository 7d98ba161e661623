import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rehearse } from '#server/operator/audit/actions.ts';
import { nouns } from '../../scripts/cinema/nouns.ts';
import { firstWord } from '../../scripts/cinema/program.ts';
import { aCounter, dumpOf, sequencesOf } from '../support/cinema.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { PROJECT } from '../support/project.ts';
import { aSubmittedFilm } from '../support/submissions.ts';

const SAMPLE = join(PROJECT, 'scripts', 'sample');
const PICTURE = join(SAMPLE, 'posters', 'rain-town.avif');
const VIDEO = join(SAMPLE, 'video', 'rain-town.mp4');
const PACKAGE = join(SAMPLE, 'packages', 'kite-string');

let house: TestHouse;
let counter: ReturnType<typeof aCounter>;
const folder = mkdtempSync(join(tmpdir(), 'matinee-cinema-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = async (sql: string) => (await house.database.query(sql)).rows;

beforeAll(async () => {
  house = await aHouse();
  counter = aCounter(house);
  await house.database.query(`insert into languages (language_name) values ('Tamil'), ('Hindi'), ('Oriya')`);
  await house.database.query(`insert into genres (genre_name, ordering) values ('Drama', 1), ('Thriller', 2)`);
  const owner = await house.aViewer({ mobile: '9700000900', roles: ['Producer'], firstName: 'Kadambari' });
  const other = await house.aViewer({ mobile: '9700000901', roles: ['Producer'], firstName: 'Nithin' });
  const viewer = await house.aViewer({ mobile: '9700000902', languages: ['Oriya'] });
  await house.aViewer({ mobile: '9700000903', firstName: 'Blocked', blockedAt: house.clock.now() });
  await house.aViewer({ mobile: '9700000904', emailId: 'anand@film.example', emailVerifiedAt: house.clock.now() });
  for (const ref of ['one', 'two', 'three', 'sold', 'bare'])
    await house.aFilm({
      importRef: ref,
      movieKey: `key-${ref}`,
      movieName: `Film ${ref}`,
      primaryLanguage: 'Oriya',
      poster: 'x/poster-400.webp',
      ...(ref === 'bare' && { packageId: null }),
    });
  await house.aFilm({ importRef: 'naked', movieKey: 'key-naked', active: 'N', packageId: null });
  const maker = await house.aViewer({ mobile: '9700000905' });
  for (const movieName of ['A', 'B', 'C']) await aSubmittedFilm(house, maker, { movieName });
  const id = async (ref: string) =>
    (await rows(`select movie_id from movies where import_ref = '${ref}'`))[0]!['movie_id'] as number;
  await house.database.query(
    `insert into movie_genres (movie_id, genre_id) select movie_id, 2 from movies where import_ref in ('one', 'two')`,
  );
  await house.database.query(`insert into collections (name, ordering) values ('By the water', 1), ('Old ones', 2)`);
  await house.database.query(
    `insert into collection_movies (collection_id, movie_id, ordering) values (1, ${await id('one')}, 0), (1, ${await id('two')}, 1), (2, ${await id('one')}, 0)`,
  );
  await house.database.query(
    `insert into channels (channel_name, owner_id) values ('Tidewater', ${owner.userId}), ('Backwater', ${other.userId})`,
  );
  await house.database.query(
    `insert into channel_movies (channel_id, movie_id) values (1, ${await id('one')}), (2, ${await id('three')})`,
  );
  await house.database.query(`insert into content_pages values ('about-us', 'A cinema.')`);
  await house.database.query(`insert into subscriptions (content, ordering) values ('A week', 1), ('A month', 2)`);
  await house.aCoupon({ couponCode: 'FIRST50' });
  await house.aCoupon({ couponCode: 'OVER10', active: 'N' });
  await house.anOrder(viewer, { movieId: await id('sold') }, { orderNo: 'M26-000001' });
  await house.anOrder(viewer, { movieId: await id('two') }, { orderNo: 'M26-000002', paymentStatus: 'NEW' });
  await house.anOrder(
    viewer,
    { movieId: await id('three') },
    { orderNo: 'M26-000003', totalRoundedValue: 0, unitPrice: 0 },
  );
  await house.aReview(viewer, { movieId: await id('one') });
  await house.aReview(viewer, { movieId: await id('two') }, { hiddenAt: house.clock.now() });
  writeFileSync(join(folder, 'about.txt'), '\uFEFFA cinema\r\nby the sea.\n');
  writeFileSync(join(folder, 'empty.txt'), ' \n');
  writeFileSync(join(folder, 'no-picture.jpg'), 'not a picture');
  await sharp({ create: { width: 640, height: 360, channels: 3, background: '#456' } })
    .jpeg()
    .toFile(join(folder, 'wide.jpg'));
  const catalogue = {
    movies: [{ ref: 'new', movieName: 'New', movieType: 'MOVIES', primaryLanguage: 'Tamil', ticketRate: 99 }],
  };
  writeFileSync(
    join(folder, 'catalogue.json'),
    JSON.stringify({ ...catalogue, collections: [{ name: 'Fresh', movies: ['new'] }] }),
  );
}, 60_000);

/** Numbers of submitted films, as they come in. */
const SUBMITTED = { review: 7, accept: 8, decline: 9 };

interface Row {
  line: string | string[];
  /** What the database says then, and what is hoped for. */
  sql: string;
  is: unknown[];
  refusal: string | string[];
  said: string | RegExp;
  stdin?: string;
  /** Films whose pages change with it, by reference. */
  touches?: string[];
}

const ROWS: Row[] = [
  ...(
    [
      ['review', '', 'in_review'],
      ['accept', ' --price 149 --date "2026-12-05 18:00" --channel "Asha Films"', 'accepted'],
      ['decline', ' --reason "The sound"', 'declined'],
    ] as const
  ).map(([verb, words, stage]): Row => ({
    line: `submission ${verb} ${SUBMITTED[verb]}${words}`,
    sql: `select stage, m.active from submission_steps join movies m using (movie_id) where movie_id = ${SUBMITTED[verb]} order by step_id desc limit 1`,
    is: [{ stage, active: 'N' }],
    refusal: `submission ${verb} 999999${words}`,
    said: 'There is no such film among those that were submitted',
  })),
  {
    line: [
      'movie',
      'add',
      'The Long Monsoon',
      '--language',
      'tamil',
      '--price',
      '149.50',
      '--genres',
      'drama,THRILLER',
      '--cast',
      'Asha Rao=Director',
      '--cast',
      'Nithin Menon = The guard',
      '--minutes',
      '112',
      '--poster',
      PICTURE,
      '--trailer',
      VIDEO,
      '--package',
      PACKAGE,
    ],
    sql: `select import_ref, active, primary_language, ticket_rate, running_time, search_text, poster is not null and poster_gel is not null as drawn,
      trailor_url is not null as trailer, package_id is not null as plays, owner_id,
      (select string_agg(genre_name, ',' order by g.ordering) from movie_genres g join genres using (genre_id) where g.movie_id = movies.movie_id) genres,
      (select string_agg(actor_name || ': ' || actor_role, ', ' order by a.ordering) from movie_actors a where a.movie_id = movies.movie_id) cast_and_crew
      from movies where movie_name = 'The Long Monsoon'`,
    is: [
      {
        import_ref: 'the-long-monsoon',
        active: 'N',
        primary_language: 'Tamil',
        ticket_rate: 14950,
        running_time: 112,
        search_text: expect.stringContaining('the long monsoon'),
        drawn: true,
        trailer: true,
        plays: true,
        owner_id: null,
        genres: 'Drama,Thriller',
        cast_and_crew: 'Asha Rao: Director, Nithin Menon: The guard',
      },
    ],
    refusal: 'movie add Another --language Klingon --price 1',
    said: 'There is no language "Klingon".',
  },
  {
    line: 'movie edit one --name "Film eins" --name-en "Film One" --age 16 --genres Drama --synopsis "A film." --released 2026',
    sql: `select movie_name, movie_name_en, age_rating, movie_description, year_released, search_text from movies where import_ref = 'one'`,
    is: [
      {
        movie_name: 'Film eins',
        movie_name_en: 'Film One',
        age_rating: 16,
        movie_description: 'A film.',
        year_released: '2026',
        search_text: expect.stringContaining('film eins'),
      },
    ],
    refusal: 'movie edit one --genres Drama,Nonsense',
    said: 'There is no genre "Nonsense".',
    touches: ['one'],
  },
  {
    line: 'movie price key-one 99.99',
    sql: `select ticket_rate from movies where import_ref = 'one'`,
    is: [{ ticket_rate: 9999 }],
    refusal: 'movie price nobody 1',
    said: /^There is no film "nobody"\./,
    touches: ['one'],
  },
  {
    line: 'movie schedule one "2026-12-05 18:00" --release 2026-12-01',
    sql: `select streaming_start_date::text as opens, release_date::text as released from movies where import_ref = 'one'`,
    is: [
      { opens: expect.stringMatching(/^2026-12-05 (12:30|18:00)/), released: expect.stringMatching(/^2026-1[12]-/) },
    ],
    refusal: 'movie schedule sold never',
    said: 'One ticket was sold for hours before that. Extend or refund them, or say --even-if-sold.',
    touches: ['one'],
  },
  {
    line: 'movie activate naked --even-without-film',
    sql: `select active from movies where import_ref = 'naked'`,
    is: [{ active: 'Y' }],
    refusal: 'movie activate bare',
    said: /^bare has a day to stream and no package to play\./,
    touches: ['naked'],
  },
  {
    line: 'movie withdraw bare',
    sql: `select active from movies where import_ref = 'bare'`,
    is: [{ active: 'N' }],
    refusal: 'movie withdraw nobody',
    said: /^There is no film "nobody"\./,
    touches: ['bare'],
  },
  {
    line: 'movie remove naked',
    sql: `select movie_key, (select count(*)::int from movies where import_ref = 'naked') films from removed_movies`,
    is: [{ movie_key: 'key-naked', films: 0 }],
    refusal: 'movie remove sold',
    said: 'sold cannot be removed: it has 1 order. Withdraw it instead: cinema movie withdraw sold',
  },
  {
    line: ['media', 'attach', 'two', PACKAGE],
    sql: `select package_id is not null as plays from movies where import_ref = 'two'`,
    is: [{ plays: true }],
    refusal: ['media', 'attach', 'two', folder],
    said: /is not a package: it has no manifest\.json/,
    touches: ['two'],
  },
  {
    line: ['media', 'poster', 'two', PICTURE],
    sql: `select poster ~ '^[0-9a-f]{12}/poster-400.webp$' as drawn, poster_gel ~ '^#' as gel from movies where import_ref = 'two'`,
    is: [{ drawn: true, gel: true }],
    refusal: ['media', 'poster', 'two', join(folder, 'no-picture.jpg')],
    said: /is not a picture that can be read/,
    touches: ['two'],
  },
  {
    line: ['media', 'banner', 'two', join(folder, 'wide.jpg')],
    sql: `select banner is not null as drawn from movies where import_ref = 'two'`,
    is: [{ drawn: true }],
    refusal: ['media', 'banner', 'two', join(folder, 'none.jpg')],
    said: /^there is no file /,
    touches: ['two'],
  },
  ...(['trailer', 'teaser'] as const).map((what): Row => ({
    line: ['media', what, 'two', VIDEO],
    sql: `select ${what === 'trailer' ? 'trailor' : 'teaser'}_url ~ '^/media/video/' as there from movies where import_ref = 'two'`,
    is: [{ there: true }],
    refusal: ['media', what, 'two', PICTURE],
    said: /is not an MP4 video/,
    touches: ['two'],
  })),
  {
    line: ['import', join(folder, 'catalogue.json')],
    sql: `select ticket_rate, (select count(*)::int from collections where name = 'Fresh') fresh from movies where import_ref = 'new'`,
    is: [{ ticket_rate: 9900, fresh: 1 }],
    refusal: ['import', join(folder, 'none.json')],
    said: /^There is no file /,
  },
  {
    line: 'collection add "Night trains" one two --order 3',
    sql: `select ordering, (select count(*)::int from collection_movies m where m.collection_id = c.collection_id) films from collections c where name = 'Night trains'`,
    is: [{ ordering: 3, films: 2 }],
    refusal: 'collection add "by the WATER"',
    said: 'There is a collection "By the water" already.',
    touches: ['one', 'two'],
  },
  {
    line: 'collection remove "Old ones"',
    sql: `select name from collections where name = 'Old ones'`,
    is: [],
    refusal: 'collection remove "No such"',
    said: 'There is no collection "No such".',
    touches: ['one'],
  },
  {
    line: 'collection order "By the water" -5',
    sql: `select ordering from collections where name = 'By the water'`,
    is: [{ ordering: -5 }],
    refusal: 'collection order "No such" 1',
    said: 'There is no collection "No such".',
    touches: ['one', 'two'],
  },
  {
    line: 'collection films "By the water" three --add',
    sql: `select import_ref from collection_movies join collections using (collection_id) join movies using (movie_id) where name = 'By the water' order by collection_movies.ordering`,
    is: [{ import_ref: 'one' }, { import_ref: 'two' }, { import_ref: 'three' }],
    refusal: 'collection films "By the water" one key-one',
    said: 'A film stands in the list twice.',
    touches: ['three'],
  },
  {
    line: 'genre add Documentary',
    sql: `select ordering from genres where genre_name = 'Documentary'`,
    is: [{ ordering: 3 }],
    refusal: 'genre add drama',
    said: 'There is a genre "Drama" already.',
  },
  {
    line: 'genre rename thriller Suspense',
    sql: `select genre_name from genres where genre_id = 2`,
    is: [{ genre_name: 'Suspense' }],
    refusal: 'genre rename Drama Suspense',
    said: 'There is a genre "Suspense" already.',
    touches: ['two'],
  },
  {
    line: 'language add Konkani',
    sql: `select count(*)::int as there from languages where language_name = 'Konkani'`,
    is: [{ there: 1 }],
    refusal: 'language add hindi',
    said: 'There is a language "Hindi" already.',
  },
  {
    line: 'language rename Oriya Odia',
    sql: `select (select count(*)::int from movies where primary_language = 'Oriya') old, (select primary_language from movies where import_ref = 'one') now, (select languages from users where mobile = '9700000902') chosen`,
    is: [{ old: 0, now: 'Odia', chosen: ['Odia'] }],
    refusal: 'language rename Latin Roman',
    said: 'There is no language "Latin".',
    touches: ['one', 'two', 'three'],
  },
  {
    line: ['page', 'edit', 'about-us', join(folder, 'about.txt')],
    sql: `select page_content from content_pages where name = 'about-us'`,
    is: [{ page_content: 'A cinema\nby the sea.' }],
    refusal: ['page', 'edit', 'about-us', join(folder, 'empty.txt')],
    said: /is empty\. A page needs a text\.$/m,
  },
  {
    line: 'subscription add "A year" --order 3',
    sql: `select content, ordering from subscriptions where subscription_id > 2`,
    is: [{ content: 'A year', ordering: 3 }],
    refusal: 'subscription add "A week"',
    said: 'There is a subscription "A week" already.',
  },
  {
    line: 'subscription edit 1 --content "Seven days" --order 9',
    sql: `select content, ordering from subscriptions where subscription_id = 1`,
    is: [{ content: 'Seven days', ordering: 9 }],
    refusal: 'subscription edit 1 --content "A month"',
    said: 'There is a subscription "A month" already.',
  },
  {
    line: 'subscription remove 2',
    sql: `select content from subscriptions where subscription_id = 2`,
    is: [],
    refusal: 'subscription remove 99',
    said: 'There is no subscription 99. List them: cinema subscription list',
  },
  {
    line: 'coupon create diwali --percent 12.5 --from 2026-11-25 --until 2026-11-30 --limit 10 --each 1 --films one,two',
    sql: `select coupon_type, coupon_value, valid_from = '2026-11-24T18:30Z' as from_day, valid_until = '2026-11-30T18:30Z' as to_day, total_limit, viewer_limit, cardinality(movie_ids) films from coupons where coupon_code = 'DIWALI'`,
    is: [
      {
        coupon_type: 'PERCENTAGE',
        coupon_value: 12.5,
        from_day: true,
        to_day: true,
        total_limit: 10,
        viewer_limit: 1,
        films: 2,
      },
    ],
    refusal: 'coupon create first50 --rupees 5',
    said: 'There is a coupon "FIRST50" already; it was not changed.',
  },
  {
    line: 'coupon bulk press --count 3 --rupees 30',
    sql: `select count(*)::int as codes, min(coupon_value) rupees, min(total_limit) each from coupons where batch = 'PRESS' and coupon_code ~ '^PRESS-[A-Z2-9]{8}$'`,
    is: [{ codes: 3, rupees: 30, each: 1 }],
    refusal: 'coupon bulk press --count 3 --rupees 30 --films nobody',
    said: /^There is no film "nobody"\./,
  },
  {
    line: 'coupon end FIRST50',
    sql: `select active from coupons where coupon_code = 'FIRST50'`,
    is: [{ active: 'N' }],
    refusal: 'coupon end OVER10',
    said: 'The coupon OVER10 has ended already.',
  },
  {
    line: 'channel create "Riverside" two --owner 9700000900',
    sql: `select (select u.mobile from users u where u.user_id = c.owner_id) owner, (select owner_id = c.owner_id from movies where import_ref = 'two') theirs from channels c where channel_name = 'Riverside'`,
    is: [{ owner: '9700000900', theirs: true }],
    refusal: 'channel create "Dry" --owner 9700000902',
    said: /is no producer\. Grant the role first/,
  },
  {
    line: ['channel', 'edit', '1', '--name', 'Tidewater Pictures', '--image', join(folder, 'wide.jpg')],
    sql: `select channel_name, channel_image is not null as drawn from channels where channel_id = 1`,
    is: [{ channel_name: 'Tidewater Pictures', drawn: true }],
    refusal: 'channel edit Nowhere --name X',
    said: /^There is no channel "Nowhere"\./,
  },
  {
    line: 'channel films 1 sold',
    sql: `select import_ref from channel_movies join movies using (movie_id) where channel_id = 1 order by 1`,
    is: [{ import_ref: 'one' }, { import_ref: 'sold' }],
    refusal: 'channel films 1 three',
    said: 'three is in the channel "Backwater" of another owner. Take it out there first.',
  },
  {
    line: 'channel owner Backwater 9700000900',
    sql: `select u.mobile, (select owner_id = u.user_id from movies where import_ref = 'three') theirs from channels join users u on u.user_id = owner_id where channel_name = 'Backwater'`,
    is: [{ mobile: '9700000900', theirs: true }],
    refusal: 'channel owner Backwater 9700000999',
    said: /^Nobody is known as "9700000999"\./,
  },
  {
    line: 'user grant anand@film.example',
    sql: `select roles from users where mobile = '9700000904'`,
    is: [{ roles: ['Producer'] }],
    refusal: 'user grant 9700000900',
    said: '9700000900 is a producer already.',
  },
  {
    line: 'user revoke 9700000901',
    sql: `select roles from users where mobile = '9700000901'`,
    is: [{ roles: [] }],
    refusal: 'user revoke +919700000900',
    said: /owns the channel .* Give it to somebody else first/,
  },
  {
    line: 'user block 9700000902',
    sql: `select blocked_at is not null as blocked from users where mobile = '9700000902'`,
    is: [{ blocked: true }],
    refusal: 'user block 9700000903',
    said: '9700000903 is blocked already.',
  },
  {
    line: 'user unblock 9700000903',
    sql: `select blocked_at from users where mobile = '9700000903'`,
    is: [{ blocked_at: null }],
    refusal: 'user unblock 9700000904',
    said: '9700000904 is not blocked.',
  },
  {
    line: 'user delete anand@film.example --yes 5',
    sql: `select count(*)::int as n from users where user_id = 5 or mobile = '9700000904'`,
    is: [{ n: 0 }],
    refusal: 'user delete 9700000902 --yes 5',
    said: 'Nothing was deleted: the user number was not typed. See what goes with --dry-run, then say --yes 3',
  },
  {
    line: 'order extend M26-000001 --by 2h',
    sql: `select booking_end_time = booking_start_time + interval '26 hours' as longer, calendar_sequence, (select count(*)::int from ticket_mails m where m.movie_order_id = o.movie_order_id and kind = 'extended' and sequence = 1) mails from orders o where order_no = 'M26-000001'`,
    is: [{ longer: true, calendar_sequence: 1, mails: 1 }],
    refusal: 'order extend M26-000002 --by 2h',
    said: 'M26-000002 is NEW: only a paid ticket has a window to extend.',
  },
  {
    line: 'order refund M26-000003 --reason "Asked by letter"',
    sql: `select payment_status from orders where order_no = 'M26-000003'`,
    is: [{ payment_status: 'REFUNDED' }],
    refusal: 'order refund M26-000002 --reason x',
    said: 'There is no payment for this ticket that could be returned',
  },
  {
    line: 'review hide 1',
    sql: `select hidden_at is not null as hidden, (select overall_rank from movies where import_ref = 'one') counted from reviews where review_id = 1`,
    is: [{ hidden: true, counted: 0 }],
    refusal: 'review hide 99',
    said: 'There is no review 99',
    touches: ['one'],
  },
  {
    line: 'review show 2',
    sql: `select hidden_at from reviews where review_id = 2`,
    is: [{ hidden_at: null }],
    refusal: 'review show 99',
    said: 'There is no review 99',
    touches: ['two'],
  },
];

const nameOf = (line: string | string[]) => {
  const [noun, verb] = typeof line === 'string' ? line.split(' ') : line;
  return noun === 'import' ? 'import' : `${noun} ${verb}`;
};
const wordsIn = (line: string | string[], ...more: string[]) =>
  typeof line === 'string' ? `${line} ${more.join(' ')}` : [...line, ...more];

const changeNumbers = async (refs: string[]) =>
  rows(
    `select import_ref, change_no from movies where import_ref in (${refs.map((ref) => `'${ref}'`).join(', ')}) order by 1`,
  );

/** Sequences that a dry run leaves as they were. An import may take long, and keeps nobody from changing films meanwhile. */
const numbersKept = async (name: string) =>
  (await sequencesOf(house)).filter(({ sequencename }) => name !== 'import' || sequencename !== 'catalogue_change');

describe.each(ROWS.map((row): [string, Row] => [nameOf(row.line), row]))(
  '%s',
  (name, { line, sql, is, refusal, said, touches = [] }) => {
    test('with --dry-run says what would change, writes nothing and uses up no numbers', async () => {
      const before = await dumpOf(house);
      const numbers = await numbersKept(name);
      const { code, out, err } = await counter.cinema(wordsIn(line, '--dry-run'));
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^Would /m);
      expect(await counter.done(wordsIn(line, '--dry-run'))).toMatchObject({ dryRun: true });
      expect(await dumpOf(house)).toEqual(before);
      expect(await numbersKept(name)).toEqual(numbers);
    });

    test('does it, and writes down who did what', async () => {
      const numbers = touches.length ? await changeNumbers(touches) : [];
      const { code, out, err } = await counter.cinema(line);
      expect([code, err]).toEqual([0, '']);
      expect(out.trim()).not.toBe('');
      expect(await rows(sql)).toEqual(is);
      const [noted] = await rows(
        'select who, command, outcome, said, changes, ended_at is not null as ended from audit_log order by audit_id desc limit 1',
      );
      expect(noted).toMatchObject({ who: 'asha@till-1', command: name, outcome: 'done', ended: true });
      if (name !== 'import') expect(noted!['changes']).not.toEqual([]);
      const after = touches.length ? await changeNumbers(touches) : [];
      after.forEach((each, at) => expect(Number(each['change_no'])).toBeGreaterThan(Number(numbers[at]!['change_no'])));
    });

    test('refuses what cannot be in a sentence, and changes nothing', async () => {
      const before = await dumpOf(house, ['audit_log']);
      const { code, out, err } = await counter.cinema(refusal);
      expect([code, out]).toEqual([1, '']);
      if (typeof said === 'string') expect(err.trim()).toBe(said);
      else expect(err).toMatch(said);
      expect(err).not.toMatch(/\n\s+at /);
      expect(await dumpOf(house, ['audit_log'])).toEqual(before);
    });
  },
);

test('no verb that changes the house is left out here', () => {
  const elsewhere = ['backup make', 'order return', 'reconcile'];
  const all = nouns.flatMap((noun) =>
    noun.verbs
      .filter(({ changes, place }) => changes && place === 'house')
      .map((verb) => (noun.verbs.length === 1 ? noun.name : `${noun.name} ${firstWord(verb)}`)),
  );
  expect([...ROWS.map(({ line }) => nameOf(line)), ...elsewhere].sort()).toEqual(all.sort());
});

test('a refused change is in the log with what was said, a question is not, and no number of a person', async () => {
  const count = async () => (await rows('select count(*)::int as n from audit_log'))[0]!['n'];
  const before = await count();
  await counter.cinema('movie list');
  await counter.cinema('user find 9700000904');
  expect(await count()).toBe(before);
  await counter.cinema('user block 9700000999');
  const [last] = await rows('select * from audit_log order by audit_id desc limit 1');
  expect(last).toMatchObject({
    outcome: 'refused',
    args: { person: '•••99' },
    said: expect.stringMatching(/^Nobody is known/),
  });
  const all = await rows(
    `select string_agg(args::text || changes::text || coalesce(said, ''), ' ') as text from audit_log`,
  );
  expect(all[0]!['text']).not.toMatch(/97000009|anand@/);
});

test('the film behind a dry run has the next number, without a gap', { tags: ['databases'] }, async () => {
  const add = (name: string, ...more: string[]) =>
    counter.done(['movie', 'add', name, '--language', 'Tamil', '--price', '1', ...more]);
  await add('Before');
  for (const _ of [1, 2]) await add('Between', '--dry-run');
  await add('After');
  const [before, after] = await rows(`select movie_id from movies order by movie_id desc limit 2`).then((found) =>
    found.reverse(),
  );
  expect(after!['movie_id']).toBe((before!['movie_id'] as number) + 1);
});

test('a dry run gives up, in a sentence, where somebody holds a number for long', async ({ skip }) => {
  skip(house.database.kind === 'pglite', 'the embedded database has one connection');
  await house.database.db.transaction(async (tx) => {
    await tx.execute(sql`select nextval('reviews_review_id_seq')`);
    expect(await counter.cinema('genre add Mime --dry-run')).toEqual({
      code: 1,
      out: '',
      err: 'Other work holds what this dry run needs. Nothing was changed; try again in a moment.\n',
    });
  });
});

test('a viewer who writes while a dry run works waits for it, and both go on', async () => {
  let reviewed: Promise<unknown> | undefined;
  const viewer = await house.aViewer();
  const film = await house.aFilm();
  await rehearse(house.deps, async () => {
    reviewed = house.aReview(viewer, film);
    return [];
  });
  await reviewed;
  expect(await rows(`select count(*)::int as n from reviews where movie_id = ${film.movieId}`)).toEqual([{ n: 1 }]);
});
describe('an import with rows that cannot go in', () => {
  const header = 'ref;movieName;movieType;primaryLanguage;ticketRate';
  const bad = Array.from({ length: 5 }, (_, index) => `bad-${index};Bad;MOVIES;Tamil;free`);
  const file = join(folder, 'partly.csv');
  const listed = join(folder, 'partly.import-report.csv');
  beforeAll(() => writeFileSync(file, [header, ...bad, 'partly-good;Good;MOVIES;Tamil;99'].join('\n')));
  const said = [
    '5 rows: ticketRate must be a number (rows 2 "free", 3 "free", 4 "free" …)',
    `All of these rows are listed in ${listed}`,
  ];

  test.each([['--dry-run'], []])(
    'is done in part: its causes are said, and its rows listed in a file %s',
    async (...options) => {
      rmSync(listed, { force: true });
      const { code, err } = await counter.cinema(['import', file, ...options]);
      expect([code, err.trim().split('\n')]).toEqual([2, said]);
      const list = readFileSync(listed, 'utf8').trim().split('\r\n');
      expect(list).toHaveLength(6);
      expect(list[1]).toBe('"rejected","movies","row 2","bad-0","ticketRate ""free"" must be a number"');
    },
  );

  test('answers programs with every row and the path of the list', async () => {
    const { code, out } = await counter.cinema(['import', file, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ reportFile: listed, rejected: bad.map(() => ({ section: 'movies' })) });
  });
});
