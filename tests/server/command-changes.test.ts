import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/limits/durations.ts';
import { dryRun } from '#server/operator/audit/actions.ts';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { fullName } from '../../scripts/cinema/parse-command-line.ts';
import { aCommandRunner, dumpTables, readSequences } from '../support/cinema-cli.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { PROJECT } from '../support/project.ts';
import { aSubmittedFilm } from '../support/submissions.ts';
import { NOON } from '../support/test-now.ts';

const SAMPLE = join(PROJECT, 'scripts', 'sample');
const PICTURE = join(SAMPLE, 'posters', 'rain-town.avif');
const VIDEO = join(SAMPLE, 'video', 'rain-town.mp4');
const PACKAGE = join(SAMPLE, 'packages', 'kite-string');

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
const folder = mkdtempSync(join(tmpdir(), 'matinee-cinema-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = async (sql: string) => (await server.database.query(sql)).rows;

beforeAll(async () => {
  server = await aServer({ clock: aClock(NOON) });
  commands = aCommandRunner(server);
  await server.database.query(
    `insert into languages (language_name) values ('Tamil'), ('Hindi'), ('Oriya'), ('Sindhi')`,
  );
  await server.database.query(
    `insert into genres (genre_name, ordering) values ('Drama', 1), ('Thriller', 2), ('Unused', 0)`,
  );
  const owner = await server.aViewer({
    mobile: '9700000900',
    roles: ['Producer'],
    firstName: 'Kadambari',
  });
  const otherOwner = await server.aViewer({
    mobile: '9700000901',
    roles: ['Producer'],
    firstName: 'Nithin',
  });
  const viewer = await server.aViewer({ mobile: '9700000902', languages: ['Oriya', 'Sindhi'] });
  await server.aViewer({
    mobile: '9700000903',
    firstName: 'Blocked',
    blockedAt: server.clock.now(),
  });
  await server.aViewer({
    mobile: '9700000904',
    emailId: 'anand@film.example',
    emailVerifiedAt: server.clock.now(),
  });
  for (const ref of ['one', 'two', 'three', 'sold', 'bare'])
    await server.aFilm({
      importRef: ref,
      movieKey: `key-${ref}`,
      movieName: `Film ${ref}`,
      primaryLanguage: 'Oriya',
      poster: 'x/poster-400.webp',
      ...(ref === 'bare' && { packageId: null }),
    });
  await server.aFilm({
    importRef: 'inactive',
    movieKey: 'key-inactive',
    active: 'N',
    packageId: null,
  });
  const maker = await server.aViewer({ mobile: '9700000905' });
  for (const movieName of ['A', 'B', 'C']) await aSubmittedFilm(server, maker, { movieName });
  const id = async (ref: string) =>
    (await rows(`select movie_id from movies where import_ref = '${ref}'`))[0]![
      'movie_id'
    ] as number;
  await server.database.query(
    `insert into movie_genres (movie_id, genre_id) select movie_id, 2 from movies where import_ref in ('one', 'two')`,
  );
  await server.database.query(
    `insert into collections (name, ordering) values ('By the water', 1), ('Old ones', 2)`,
  );
  await server.database.query(
    `insert into collection_movies (collection_id, movie_id, ordering) values (1, ${await id('one')}, 0), (1, ${await id('two')}, 1), (2, ${await id('one')}, 0)`,
  );
  await server.database.query(
    `insert into channels (channel_name, owner_id) values ('Tidewater', ${owner.userId}), ('Backwater', ${otherOwner.userId}), ('Lakeside', ${owner.userId})`,
  );
  await server.database.query(
    `insert into channel_movies (channel_id, movie_id) values (1, ${await id('one')}), (2, ${await id('three')})`,
  );
  await server.database.query(`insert into content_pages values ('about-us', 'A cinema.')`);
  await server.database.query(
    `insert into subscriptions (content, ordering) values ('A week', 1), ('A month', 2)`,
  );
  await server.database.query(
    `insert into office_members (name, roles, password_hash) values ('ravi', '{support}', 'x')`,
  );
  await server.aCoupon({ couponCode: 'FIRST50' });
  await server.aCoupon({ couponCode: 'OVER10', active: 'N' });
  await server.anOrder(viewer, { movieId: await id('sold') }, { orderNo: 'M26-000001' });
  await server.anOrder(
    viewer,
    { movieId: await id('two') },
    { orderNo: 'M26-000002', paymentStatus: 'NEW' },
  );
  await server.database.query(
    `insert into coupon_uses (movie_order_id, coupon_code, taken_at, reserved_until)
      select movie_order_id, 'FIRST50', $1, $2 from orders where order_no = 'M26-000002'`,
    [server.clock.now(), new Date(server.clock.now().getTime() + HOUR)],
  );
  await server.anOrder(
    viewer,
    { movieId: await id('three') },
    { orderNo: 'M26-000003', totalRoundedValue: 0, unitPrice: 0 },
  );
  const lake = await server.aFilm({ importRef: 'lake', movieKey: 'key-lake' });
  await server.database.query(
    `insert into channel_movies (channel_id, movie_id) values (3, ${lake.movieId})`,
  );
  for (const month of ['2026-08', '2026-09', '2026-10'])
    await server.anOrder(viewer, lake, {
      paidAt: new Date(`${month}-15T00:00:00Z`),
      platformSharePercent: 20,
    });
  for (const month of ['2026-08', '2026-09'])
    await commands.cinemaJson(`statement approve Lakeside --month ${month}`);
  await commands.cinemaJson('statement pay Lakeside --month 2026-08 --reference "UTR 0"');
  await server.aReview(viewer, { movieId: await id('one') });
  await server.aReview(viewer, { movieId: await id('two') }, { hiddenAt: server.clock.now() });
  writeFileSync(join(folder, 'about.txt'), '\uFEFFA cinema\r\nby the sea.\n');
  writeFileSync(join(folder, 'empty.txt'), ' \n');
  writeFileSync(join(folder, 'two.srt'), '1\n00:00:01,000 --> 00:00:02,000\nBonjour\n');
  writeFileSync(join(folder, 'no-picture.jpg'), 'not a picture');
  await sharp({ create: { width: 640, height: 360, channels: 3, background: '#456' } })
    .jpeg()
    .toFile(join(folder, 'wide.jpg'));
  const catalogue = {
    movies: [
      {
        ref: 'new',
        movieName: 'New',
        movieType: 'MOVIES',
        primaryLanguage: 'Tamil',
        ticketRate: 99,
      },
    ],
  };
  writeFileSync(
    join(folder, 'catalogue.json'),
    JSON.stringify({ ...catalogue, collections: [{ name: 'Fresh', movies: ['new'] }] }),
  );
}, 60_000);

/** Numbers of the submitted films: each command has its own film. */
const SUBMITTED = { review: 7, accept: 8, decline: 9 };

interface Row {
  line: string | string[];
  /** A query after the command, and its expected rows. */
  sql: string;
  expected: unknown[];
  refusedLine: string | string[];
  error: string | RegExp;
  /** References of films whose pages change. */
  touches?: string[];
}

const ROWS: Row[] = [
  ...(
    [
      ['review', '', 'in_review'],
      ['accept', ' --price 149 --date "2026-12-05 18:00" --channel "Asha Films"', 'accepted'],
      ['decline', ' --reason "The sound"', 'declined'],
    ] as const
  ).map(([name, options, stage]): Row => ({
    line: `submission ${name} ${SUBMITTED[name]}${options}`,
    sql: `select stage, m.active from submission_steps join movies m using (movie_id) where movie_id = ${SUBMITTED[name]} order by step_id desc limit 1`,
    expected: [{ stage, active: 'N' }],
    refusedLine: `submission ${name} 999999${options}`,
    error: 'There is no submitted film with this number',
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
    sql: `select import_ref, active, primary_language, ticket_rate, running_time, search_text, poster is not null and poster_gel is not null as has_picture,
      trailor_url is not null as trailer, package_id is not null as has_package, owner_id,
      (select string_agg(genre_name, ',' order by g.ordering) from movie_genres g join genres using (genre_id) where g.movie_id = movies.movie_id) genres,
      (select string_agg(actor_name || ': ' || actor_role, ', ' order by a.ordering) from movie_actors a where a.movie_id = movies.movie_id) cast_and_crew
      from movies where movie_name = 'The Long Monsoon'`,
    expected: [
      {
        import_ref: 'the-long-monsoon',
        active: 'N',
        primary_language: 'Tamil',
        ticket_rate: 14950,
        running_time: 112,
        search_text: expect.stringContaining('the long monsoon'),
        has_picture: true,
        trailer: true,
        has_package: true,
        owner_id: null,
        genres: 'Drama,Thriller',
        cast_and_crew: 'Asha Rao: Director, Nithin Menon: The guard',
      },
    ],
    refusedLine: 'movie add Another --language Klingon --price 1',
    error: 'There is no language "Klingon".',
  },
  {
    line: 'movie edit one --name "Film eins" --name-en "Film One" --age 16 --genres Drama --synopsis "A film." --released 2026',
    sql: `select movie_name, movie_name_en, age_rating, movie_description, year_released, search_text from movies where import_ref = 'one'`,
    expected: [
      {
        movie_name: 'Film eins',
        movie_name_en: 'Film One',
        age_rating: 16,
        movie_description: 'A film.',
        year_released: '2026',
        search_text: expect.stringContaining('film eins'),
      },
    ],
    refusedLine: 'movie edit one --genres Drama,Nonsense',
    error: 'There is no genre "Nonsense".',
    touches: ['one'],
  },
  {
    line: 'movie price key-one 99.99',
    sql: `select ticket_rate from movies where import_ref = 'one'`,
    expected: [{ ticket_rate: 9999 }],
    refusedLine: 'movie price nobody 1',
    error: /^There is no film "nobody"\./,
    touches: ['one'],
  },
  {
    line: 'movie schedule one "2026-12-05 18:00" --release 2026-12-01',
    sql: `select (streaming_start_date at time zone 'UTC')::text as opens, (release_date at time zone 'Asia/Kolkata')::text as released from movies where import_ref = 'one'`,
    expected: [{ opens: '2026-12-05 12:30:00', released: '2026-12-01 00:00:00' }],
    refusedLine: 'movie schedule sold never',
    error: 'One ticket was sold for earlier times. Extend or refund them, or add --even-if-sold.',
    touches: ['one'],
  },
  {
    line: 'movie activate inactive --even-without-film',
    sql: `select active from movies where import_ref = 'inactive'`,
    expected: [{ active: 'Y' }],
    refusedLine: 'movie activate bare',
    error: /^bare has a streaming date but no package\./,
    touches: ['inactive'],
  },
  {
    line: 'movie withdraw bare --reason "The licence ended"',
    sql: `select active from movies where import_ref = 'bare'`,
    expected: [{ active: 'N' }],
    refusedLine: 'movie withdraw nobody --reason x',
    error: /^There is no film "nobody"\./,
    touches: ['bare'],
  },
  {
    line: 'movie remove inactive',
    sql: `select movie_key, (select count(*)::int from movies where import_ref = 'inactive') films from removed_movies`,
    expected: [{ movie_key: 'key-inactive', films: 0 }],
    refusedLine: 'movie remove sold',
    error:
      'sold cannot be removed: it has 1 order. Withdraw it instead: cinema movie withdraw sold',
  },
  {
    line: ['media', 'attach', 'two', PACKAGE],
    sql: `select package_id is not null as has_package from movies where import_ref = 'two'`,
    expected: [{ has_package: true }],
    refusedLine: ['media', 'attach', 'two', folder],
    error: /is not a package: it has no manifest\.json/,
    touches: ['two'],
  },
  {
    line: ['media', 'set-captions', 'two', '--captions', `fr=${join(folder, 'two.srt')}`],
    sql: `select jsonb_path_query_array(manifest, '$.captions[*].language') as languages from packages join movies using (package_id) where import_ref = 'two'`,
    expected: [{ languages: ['en', 'ta', 'fr'] }],
    refusedLine: ['media', 'set-captions', 'bare', '--captions', `fr=${join(folder, 'two.srt')}`],
    error: /^The film bare has no package\. /,
    touches: ['two'],
  },
  {
    line: 'media remove-captions two en ta',
    sql: `select jsonb_path_query_array(manifest, '$.captions[*].language') as languages from packages join movies using (package_id) where import_ref = 'two'`,
    expected: [{ languages: ['fr'] }],
    refusedLine: 'media remove-captions two de',
    error: /^The film two has no captions in the language de\. /,
    touches: ['two'],
  },
  {
    line: ['media', 'poster', 'two', PICTURE],
    sql: `select poster ~ '^[0-9a-f]{12}/poster-400.webp$' as has_picture, poster_gel ~ '^#' as gel from movies where import_ref = 'two'`,
    expected: [{ has_picture: true, gel: true }],
    refusedLine: ['media', 'poster', 'two', join(folder, 'no-picture.jpg')],
    error: /is not a picture that can be read/,
    touches: ['two'],
  },
  {
    line: ['media', 'banner', 'two', join(folder, 'wide.jpg')],
    sql: `select banner is not null as has_picture from movies where import_ref = 'two'`,
    expected: [{ has_picture: true }],
    refusedLine: ['media', 'banner', 'two', join(folder, 'none.jpg')],
    error: /^there is no file /,
    touches: ['two'],
  },
  ...(['trailer', 'teaser'] as const).map((what): Row => ({
    line: ['media', what, 'two', VIDEO],
    sql: `select ${what === 'trailer' ? 'trailor' : 'teaser'}_url ~ '^/media/video/' as has_video from movies where import_ref = 'two'`,
    expected: [{ has_video: true }],
    refusedLine: ['media', what, 'two', PICTURE],
    error: /is not an MP4 video/,
    touches: ['two'],
  })),
  {
    line: ['import', join(folder, 'catalogue.json')],
    sql: `select ticket_rate, (select count(*)::int from collections where name = 'Fresh') fresh from movies where import_ref = 'new'`,
    expected: [{ ticket_rate: 9900, fresh: 1 }],
    refusedLine: ['import', join(folder, 'none.json')],
    error: /^There is no file /,
  },
  {
    line: 'import undo 1',
    sql: `select state, (select count(*)::int from movies where import_ref = 'new') films, (select count(*)::int from collections where name = 'Fresh') fresh from import_runs`,
    expected: [{ state: 'undone', films: 0, fresh: 0 }],
    refusedLine: 'import undo 99',
    error: 'There is no import 99. List them: cinema import list',
  },
  {
    line: 'collection add "Night trains" one two --order 3',
    sql: `select ordering, (select count(*)::int from collection_movies m where m.collection_id = c.collection_id) films from collections c where name = 'Night trains'`,
    expected: [{ ordering: 3, films: 2 }],
    refusedLine: 'collection add "by the WATER"',
    error: 'There already is a collection "By the water".',
    touches: ['one', 'two'],
  },
  {
    line: 'collection remove "Old ones"',
    sql: `select name from collections where name = 'Old ones'`,
    expected: [],
    refusedLine: 'collection remove "No such"',
    error: 'There is no collection "No such".',
    touches: ['one'],
  },
  {
    line: 'collection order "By the water" -5',
    sql: `select ordering from collections where name = 'By the water'`,
    expected: [{ ordering: -5 }],
    refusedLine: 'collection order "No such" 1',
    error: 'There is no collection "No such".',
    touches: ['one', 'two'],
  },
  {
    line: 'collection films "By the water" three --add',
    sql: `select import_ref from collection_movies join collections using (collection_id) join movies using (movie_id) where name = 'By the water' order by collection_movies.ordering`,
    expected: [{ import_ref: 'one' }, { import_ref: 'two' }, { import_ref: 'three' }],
    refusedLine: 'collection films "By the water" one key-one',
    error: 'The list contains a film twice.',
    touches: ['three'],
  },
  {
    line: 'genre add Documentary',
    sql: `select ordering from genres where genre_name = 'Documentary'`,
    expected: [{ ordering: 3 }],
    refusedLine: 'genre add drama',
    error: 'There already is a genre "Drama".',
  },
  {
    line: 'genre remove unused',
    sql: `select genre_name from genres where genre_name = 'Unused'`,
    expected: [],
    refusedLine: 'genre remove Thriller',
    error: '2 films have the genre "Thriller". Change them first, or rename the genre.',
  },
  {
    line: 'language remove sindhi',
    sql: `select (select count(*)::int from languages where language_name = 'Sindhi') left_over, (select languages from users where mobile = '9700000902') chosen`,
    expected: [{ left_over: 0, chosen: ['Oriya'] }],
    refusedLine: 'language remove Oriya',
    error: '5 films have the language "Oriya". Change them first, or rename the language.',
  },
  {
    line: 'genre rename thriller Suspense',
    sql: `select genre_name from genres where genre_id = 2`,
    expected: [{ genre_name: 'Suspense' }],
    refusedLine: 'genre rename Drama Suspense',
    error: 'There already is a genre "Suspense".',
    touches: ['two'],
  },
  {
    line: 'language add Konkani',
    sql: `select count(*)::int as count from languages where language_name = 'Konkani'`,
    expected: [{ count: 1 }],
    refusedLine: 'language add hindi',
    error: 'There already is a language "Hindi".',
  },
  {
    line: 'language rename Oriya Odia',
    sql: `select (select count(*)::int from movies where primary_language = 'Oriya') old, (select primary_language from movies where import_ref = 'one') now, (select languages from users where mobile = '9700000902') chosen`,
    expected: [{ old: 0, now: 'Odia', chosen: ['Odia'] }],
    refusedLine: 'language rename Latin Roman',
    error: 'There is no language "Latin".',
    touches: ['one', 'two', 'three'],
  },
  {
    line: ['page', 'edit', 'about-us', join(folder, 'about.txt')],
    sql: `select page_content from content_pages where name = 'about-us'`,
    expected: [{ page_content: 'A cinema\nby the sea.' }],
    refusedLine: ['page', 'edit', 'about-us', join(folder, 'empty.txt')],
    error: /is empty\. A page needs a text\.$/m,
  },
  {
    line: 'subscription add "A year" --order 3',
    sql: `select content, ordering from subscriptions where subscription_id > 2`,
    expected: [{ content: 'A year', ordering: 3 }],
    refusedLine: 'subscription add "A week"',
    error: 'There already is a subscription "A week".',
  },
  {
    line: 'subscription edit 1 --content "Seven days" --order 9',
    sql: `select content, ordering from subscriptions where subscription_id = 1`,
    expected: [{ content: 'Seven days', ordering: 9 }],
    refusedLine: 'subscription edit 1 --content "A month"',
    error: 'There already is a subscription "A month".',
  },
  {
    line: 'subscription remove 2',
    sql: `select content from subscriptions where subscription_id = 2`,
    expected: [],
    refusedLine: 'subscription remove 99',
    error: 'There is no subscription 99. List them: cinema subscription list',
  },
  {
    line: 'coupon create diwali --percent 12.5 --from 2026-11-25 --until 2026-11-30 --limit 10 --each 1 --films one,two',
    sql: `select coupon_type, coupon_value, valid_from = '2026-11-24T18:30Z' as from_day, valid_until = '2026-11-30T18:30Z' as to_day, total_limit, viewer_limit, cardinality(movie_ids) films from coupons where coupon_code = 'DIWALI'`,
    expected: [
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
    refusedLine: 'coupon create first50 --rupees 5',
    error: 'There already is a discount code "FIRST50". It was not changed.',
  },
  {
    line: 'coupon bulk press --count 3 --rupees 30',
    sql: `select count(*)::int as codes, min(coupon_value) rupees, min(total_limit) each from coupons where batch = 'PRESS' and coupon_code ~ '^PRESS-[A-Z2-9]{8}$'`,
    expected: [{ codes: 3, rupees: 30, each: 1 }],
    refusedLine: 'coupon bulk press --count 3 --rupees 30 --films nobody',
    error: /^There is no film "nobody"\./,
  },
  {
    line: 'coupon end FIRST50',
    sql: `select active from coupons where coupon_code = 'FIRST50'`,
    expected: [{ active: 'N' }],
    refusedLine: 'coupon end OVER10',
    error: 'OVER10 has already ended.',
  },
  {
    line: 'coupon release FIRST50',
    sql: `select coupon_code from coupon_uses`,
    expected: [],
    refusedLine: 'coupon release OVER10',
    error: 'No unpaid order reserves OVER10.',
  },
  {
    line: 'channel create "Riverside" two --owner 9700000900',
    sql: `select (select u.mobile from users u where u.user_id = c.owner_id) owner, (select owner_id = c.owner_id from movies where import_ref = 'two') has_same_owner from channels c where channel_name = 'Riverside'`,
    expected: [{ owner: '9700000900', has_same_owner: true }],
    refusedLine: 'channel create "Dry" --owner 9700000902',
    error: /is not a producer\. Grant the role first/,
  },
  {
    line: [
      'channel',
      'edit',
      '1',
      '--name',
      'Tidewater Pictures',
      '--image',
      join(folder, 'wide.jpg'),
    ],
    sql: `select channel_name, channel_image is not null as has_picture from channels where channel_id = 1`,
    expected: [{ channel_name: 'Tidewater Pictures', has_picture: true }],
    refusedLine: 'channel edit Nowhere --name X',
    error: /^There is no channel "Nowhere"\./,
  },
  {
    line: 'channel films 1 sold',
    sql: `select import_ref from channel_movies join movies using (movie_id) where channel_id = 1 order by 1`,
    expected: [{ import_ref: 'one' }, { import_ref: 'sold' }],
    refusedLine: 'channel films 1 three',
    error:
      'three is in the channel "Backwater" of another owner. Remove it from that channel first.',
  },
  {
    line: 'channel owner Backwater 9700000900',
    sql: `select u.mobile, (select owner_id = u.user_id from movies where import_ref = 'three') has_same_owner from channels join users u on u.user_id = owner_id where channel_name = 'Backwater'`,
    expected: [{ mobile: '9700000900', has_same_owner: true }],
    refusedLine: 'channel owner Backwater 9700000999',
    error: /^There is no person "9700000999"\./,
  },
  {
    line: 'user grant anand@film.example',
    sql: `select roles from users where mobile = '9700000904'`,
    expected: [{ roles: ['Producer'] }],
    refusedLine: 'user grant 9700000900',
    error: '9700000900 already is a producer.',
  },
  {
    line: 'user revoke 9700000901',
    sql: `select roles from users where mobile = '9700000901'`,
    expected: [{ roles: [] }],
    refusedLine: 'user revoke +919700000900',
    error: /owns the channel .* Transfer it to another producer first/,
  },
  {
    line: 'user block 9700000902',
    sql: `select blocked_at is not null as blocked from users where mobile = '9700000902'`,
    expected: [{ blocked: true }],
    refusedLine: 'user block 9700000903',
    error: '9700000903 already is blocked.',
  },
  {
    line: 'user unblock 9700000903',
    sql: `select blocked_at from users where mobile = '9700000903'`,
    expected: [{ blocked_at: null }],
    refusedLine: 'user unblock 9700000904',
    error: '9700000904 is not blocked.',
  },
  {
    line: 'user delete anand@film.example --yes 5',
    sql: `select count(*)::int as n from users where user_id = 5 or mobile = '9700000904'`,
    expected: [{ n: 0 }],
    refusedLine: 'user delete 9700000902 --yes 5',
    error:
      'Nothing was deleted: the confirmation is missing. --dry-run shows what would be deleted. Then add --yes 3',
  },
  {
    line: 'order extend M26-000001 --by 2h',
    sql: `select booking_end_time = booking_start_time + interval '26 hours' as longer, calendar_sequence, (select count(*)::int from ticket_mails m where m.movie_order_id = o.movie_order_id and kind = 'extended' and sequence = 1) mails from orders o where order_no = 'M26-000001'`,
    expected: [{ longer: true, calendar_sequence: 1, mails: 1 }],
    refusedLine: 'order extend M26-000002 --by 2h',
    error: 'M26-000002 is NEW: only a paid ticket has a window to extend.',
  },
  {
    line: 'order refund M26-000003 --reason "Asked by letter"',
    sql: `select payment_status from orders where order_no = 'M26-000003'`,
    expected: [{ payment_status: 'REFUNDED' }],
    refusedLine: 'order refund M26-000002 --reason x',
    error: 'This ticket has no payment to refund',
  },
  {
    line: 'review hide 1',
    sql: `select hidden_at is not null as hidden, (select overall_rank from movies where import_ref = 'one') counted from reviews where review_id = 1`,
    expected: [{ hidden: true, counted: 0 }],
    refusedLine: 'review hide 99',
    error: 'There is no review 99',
    touches: ['one'],
  },
  {
    line: 'review show 2',
    sql: `select hidden_at from reviews where review_id = 2`,
    expected: [{ hidden_at: null }],
    refusedLine: 'review show 99',
    error: 'There is no review 99',
    touches: ['two'],
  },
  {
    line: 'statement approve Lakeside --month 2026-10',
    sql: `select month, channel_id, sums->>'producerShare' as share, approved_by, paid_at from approved_statements where month = '2026-10'`,
    expected: [
      {
        month: '2026-10',
        channel_id: 3,
        share: '11588',
        approved_by: 'asha@host-1',
        paid_at: null,
      },
    ],
    refusedLine: 'statement approve Lakeside --month 2026-11',
    error: '2026-11 has not ended. Approve the statement after the end of the month.',
  },
  {
    line: 'statement unapprove 3 --month 2026-10 --reason "A wrong share"',
    sql: `select count(*)::int as n from approved_statements where month = '2026-10'`,
    expected: [{ n: 0 }],
    refusedLine: 'statement unapprove 3 --month 2026-08 --reason x',
    error: /^The statement of Lakeside for 2026-08 was marked as paid .* cinema statement unpay$/m,
  },
  {
    line: 'statement pay 3 --month 2026-09 --reference "UTR 1"',
    sql: `select paid_by, payment_reference from approved_statements where month = '2026-09'`,
    expected: [{ paid_by: 'asha@host-1', payment_reference: 'UTR 1' }],
    refusedLine: 'statement pay 3 --month 2026-07 --reference "UTR 1"',
    error:
      'The statement of Lakeside for 2026-07 is not approved. Approve it first: cinema statement approve',
  },
  {
    line: 'statement unpay 3 --month 2026-08 --reason "It came back"',
    sql: `select paid_at, paid_by, payment_reference from approved_statements where month = '2026-08'`,
    expected: [{ paid_at: null, paid_by: null, payment_reference: null }],
    refusedLine: 'statement unpay 3 --month 2026-07 --reason x',
    error: 'The statement of Lakeside for 2026-07 is not marked as paid.',
  },
  {
    line: 'office invite asha --role owner --role finance',
    sql: `select roles, password_hash, invitation_hash is not null as invited from office_members where name = 'asha'`,
    expected: [{ roles: ['owner', 'finance'], password_hash: null, invited: true }],
    refusedLine: 'office invite RAVI --role owner',
    error: 'The back office already has a member "RAVI".',
  },
  {
    line: 'office reset ravi',
    sql: `select password_hash, invitation_hash is not null as invited from office_members where name = 'ravi'`,
    expected: [{ password_hash: null, invited: true }],
    refusedLine: 'office reset nobody',
    error: 'The back office has no member "nobody".',
  },
  {
    line: 'office roles ravi --role finance --role support',
    sql: `select roles from office_members where name = 'ravi'`,
    expected: [{ roles: ['finance', 'support'] }],
    refusedLine: 'office roles ravi --role king',
    error: /--role must be one of owner, programmer/,
  },
  {
    line: 'office remove ravi',
    sql: `select name from office_members where name = 'ravi'`,
    expected: [],
    refusedLine: 'office remove ravi-2',
    error: 'The back office has no member "ravi-2".',
  },
];

const nameOf = (line: string | string[]) => {
  const [group, command] = typeof line === 'string' ? line.split(' ') : line;
  return group === 'import' && command !== 'undo' ? 'import' : `${group} ${command}`;
};
const withOptions = (line: string | string[], ...options: string[]) =>
  typeof line === 'string' ? `${line} ${options.join(' ')}` : [...line, ...options];

const changeNumbers = async (refs: string[]) =>
  rows(
    `select import_ref, change_no from movies where import_ref in (${refs.map((ref) => `'${ref}'`).join(', ')}) order by 1`,
  );

/** Sequences that a dry run must not change. The import may change one: it takes long and must not block other changes. */
const sequencesToKeep = async (name: string) =>
  (await readSequences(server)).filter(
    ({ sequencename }) => name !== 'import' || sequencename !== 'catalogue_change',
  );

describe.each(ROWS.map((row): [string, Row] => [nameOf(row.line), row]))(
  '%s',
  (name, { line, sql, expected, refusedLine, error, touches = [] }) => {
    test('with --dry-run shows the change, writes nothing and uses no sequence numbers', async () => {
      const before = await dumpTables(server);
      const numbers = await sequencesToKeep(name);
      const { code, out, err } = await commands.cinema(withOptions(line, '--dry-run'));
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^Would /m);
      expect(await commands.cinemaJson(withOptions(line, '--dry-run'))).toMatchObject({
        dryRun: true,
      });
      expect(await dumpTables(server)).toEqual(before);
      expect(await sequencesToKeep(name)).toEqual(numbers);
    });

    test('makes the change and records it in the audit log', async () => {
      const numbers = touches.length ? await changeNumbers(touches) : [];
      const { code, out, err } = await commands.cinema(line);
      expect([code, err]).toEqual([0, '']);
      expect(out.trim()).not.toBe('');
      expect(await rows(sql)).toEqual(expected);
      const [entry] = await rows(
        'select who, command, outcome, said, changes, ended_at is not null as ended from audit_log order by audit_id desc limit 1',
      );
      expect(entry).toMatchObject({
        who: 'asha@host-1',
        command: name,
        outcome: 'done',
        ended: true,
      });
      if (name !== 'import') expect(entry!['changes']).not.toEqual([]);
      const after = touches.length ? await changeNumbers(touches) : [];
      after.forEach((each, at) =>
        expect(Number(each['change_no'])).toBeGreaterThan(Number(numbers[at]!['change_no'])),
      );
    });

    test('refuses invalid input with a message, and changes nothing', async () => {
      const before = await dumpTables(server, ['audit_log']);
      const { code, out, err } = await commands.cinema(refusedLine);
      expect([code, out]).toEqual([1, '']);
      if (typeof error === 'string') expect(err.trim()).toBe(error);
      else expect(err).toMatch(error);
      expect(err).not.toMatch(/\n\s+at /);
      expect(await dumpTables(server, ['audit_log'])).toEqual(before);
    });
  },
);

test('every command that changes data is tested here or is on the list of commands tested elsewhere', () => {
  const testedElsewhere = [
    'backup make',
    'dispute evidence',
    'order accept',
    'order return',
    'reconcile',
  ];
  const all = commandGroups.flatMap((group) =>
    group.commands
      .filter(({ isChange, runsIn }) => isChange && runsIn === 'server')
      .map((command) => fullName(group, command)),
  );
  expect([...ROWS.map(({ line }) => nameOf(line)), ...testedElsewhere].sort()).toEqual(all.sort());
});

test('the audit log has refused changes with masked personal data, and no read commands', async () => {
  const count = async () => (await rows('select count(*)::int as n from audit_log'))[0]!['n'];
  const before = await count();
  await commands.cinema('movie list');
  await commands.cinema('user find 9700000904');
  expect(await count()).toBe(before);
  await commands.cinema('user block 9700000999');
  const [last] = await rows('select * from audit_log order by audit_id desc limit 1');
  expect(last).toMatchObject({
    outcome: 'refused',
    args: { person: '•••99' },
    said: expect.stringMatching(/^There is no person/),
  });
  const all = await rows(
    `select string_agg(args::text || changes::text || coalesce(said, ''), ' ') as text from audit_log`,
  );
  expect(all[0]!['text']).not.toMatch(/97000009|anand@/);
});

test('the audit log keeps numbers of six and seven digits: they are no one-time codes', async () => {
  await commands.cinema('movie activate 1234567');
  const [last] = await rows('select args, said from audit_log order by audit_id desc limit 1');
  expect(last).toEqual({
    args: expect.objectContaining({ film: '1234567' }),
    said: expect.stringContaining('1234567'),
  });
});

test('a dry run leaves no gap in film numbers', { tags: ['databases'] }, async () => {
  const add = (name: string, ...options: string[]) =>
    commands.cinemaJson(['movie', 'add', name, '--language', 'Tamil', '--price', '1', ...options]);
  await add('Before');
  for (const _ of [1, 2]) await add('Between', '--dry-run');
  await add('After');
  const [before, after] = await rows(
    `select movie_id from movies order by movie_id desc limit 2`,
  ).then((found) => found.reverse());
  expect(after!['movie_id']).toBe((before!['movie_id'] as number) + 1);
});

test('a dry run fails with a message if another transaction locks a sequence', async ({ skip }) => {
  skip(server.database.kind === 'pglite', 'the embedded database has one connection');
  await server.database.db.transaction(async (tx) => {
    await tx.execute(sql`select nextval('reviews_review_id_seq')`);
    expect(await commands.cinema('genre add Mime --dry-run')).toEqual({
      code: 1,
      out: '',
      err: 'Another change is in progress, so the result cannot be shown now. Nothing was changed. Try again in a moment.\n',
    });
  });
});

test('a viewer’s write waits for a dry run, and both succeed', async () => {
  let reviewed: Promise<unknown> | undefined;
  const viewer = await server.aViewer();
  const film = await server.aFilm();
  await dryRun(server.deps, async () => {
    reviewed = server.aReview(viewer, film);
    return [];
  });
  await reviewed;
  expect(
    await rows(`select count(*)::int as n from reviews where movie_id = ${film.movieId}`),
  ).toEqual([{ n: 1 }]);
});
describe('an import with rejected rows', () => {
  const header = 'ref;movieName;movieType;primaryLanguage;ticketRate';
  const bad = Array.from({ length: 5 }, (_, index) => `bad-${index};Bad;MOVIES;Tamil;free`);
  const file = join(folder, 'partly.csv');
  const reportFile = join(folder, 'partly.import-report.csv');
  beforeAll(() =>
    writeFileSync(file, [header, ...bad, 'partly-good;Good;MOVIES;Tamil;99'].join('\n')),
  );
  const messages = [
    '5 rows: ticketRate must be a number (rows 2 "free", 3 "free", 4 "free" …)',
    `All of these rows are listed in ${reportFile}`,
  ];

  test.each([['--dry-run'], []])(
    'exits with 2, prints the reasons and lists the rows in a file %s',
    async (...options) => {
      rmSync(reportFile, { force: true });
      const { code, err } = await commands.cinema(['import', file, ...options]);
      expect([code, err.trim().split('\n')]).toEqual([2, messages]);
      const list = readFileSync(reportFile, 'utf8').trim().split('\r\n');
      expect(list).toHaveLength(6);
      expect(list[1]).toBe(
        '"rejected","movies","row 2","bad-0","ticketRate ""free"" must be a number"',
      );
    },
  );

  test('prints every row and the path of the list as JSON', async () => {
    const { code, out } = await commands.cinema(['import', file, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      reportFile,
      rejected: bad.map(() => ({ section: 'movies' })),
    });
  });
});
