import { parseArgs } from 'node:util';
import { searchColumns } from '#domain/search-key.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { searchMovies } from '#server/streaming/catalogue/actions.ts';
import { nameMatches, rankByName } from '#server/streaming/catalogue/search/queries.ts';
import { pick } from './bench/pick.ts';
import { quantile } from './bench/quantile.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';

const USAGE = `Measures the search on generated titles, in memory, or in the empty database of DATABASE_URL, which is emptied again.

  node scripts/bench-search.ts [--titles 100000] [--rounds 4]`;

const ROWS_AT_ONCE = 1000;

const WORDS: Record<string, string[]> = {
  Tamil:
    'கடல் இரவு மழை நிழல் கரை குரல் பறை வீடு சக்கரம் எழுத்து நூல் ராஜா மனம் தென்னை ஜன்னல் கூடை ஒளி வரைபடம் தண்டவாளம் பட்டம்'.split(
      ' ',
    ),
  Hindi:
    'रात रेल पहाड़ खिड़की पतंग तार लोग चाबी दीया चाय ज़ीना गवाही बारिश नदी सड़क शहर चाँद सपना आवाज़ दरवाज़ा'.split(
      ' ',
    ),
  Malayalam:
    'തിര താളം വളവ് മഴ പട്ടണം വരി കായൽ നിലാവ് മണ്ണ് ആന വണ്ടി മീൻ വഴി വേഷം കടൽ രാത്രി വീട് പുഴ കാറ്റ് തോണി'.split(
      ' ',
    ),
  Bengali: 'সিঁড়ি জানলা মুখ চাঁদ নকশা পাখি বিল বক গলি দরজা ইলিশ মরসুম রাত নদী শহর বৃষ্টি ছায়া আলো ঘর পথ'.split(
    ' ',
  ),
  Telugu: 'దూరం దారి నీడ రంగు ముఖం కోడి కూత శూన్యం కక్ష్య వంతెన రాత్రి వాన నది ఇల్లు తోట పాట మాట చెట్టు గాలి వెలుగు'.split(
    ' ',
  ),
  Arabic:
    'سوق الليل الباب البعيد ظل النخيل مدينة النوافذ بحر قمر شارع بيت نهر حلم صوت مطر نور جبل ريح طريق'.split(
      ' ',
    ),
};
const ENGLISH =
  'night rail seven doors shadow wave sea river window mountain kite wire lamp flame tea stair tide bend rain town line moon soil elephant bus fish red guise bird heron marsh season road face orbit bridge leaf thread festival banyan tailor fair snowline swing key raga boat market palm city signal mask salt flight'.split(
    ' ',
  );

const KINDS: Record<string, string[]> = {
  'one letter': ['n', 's', 'க', 'र'],
  'two letters': ['an', 'se', 'ra', 'மழ', 'रा', 'সি', 'qx'],
  'three letters': ['nig', 'the', 'sea', 'fla', 'கடல'],
  'a word': ['night', 'elephant', 'கடல்', 'रात', 'നിലാവ്', 'দরজা', 'نخيل'],
  'two words': ['night rail', 'seven doors', 'shadow river', 'இரவு கடல்', 'रात रेल'],
  'one film': ['rail 4711', 'doors 90210', 'கடல் 17'],
  romanised: [
    'kadal',
    'mazhai nizhal',
    'raat rel',
    'nilavu',
    'dorja',
    'doorapu',
    'al nakhil',
    'khidki',
  ],
  mistyped: ['sevn doors', 'nigth rial', 'elehpant', 'shadwo rivr', 'banyann taylro', 'snowlnie'],
  nothing: ['qqqq zzzz', 'wxyzzy', 'ฟหกด'],
};

async function main() {
  const { values } = parseArgs({
    options: {
      titles: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '4' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const [titles, rounds] = [values.titles, values.rounds].map(Number) as [number, number];
  if (!(titles > 0 && rounds > 0)) throw new CommandError(USAGE);
  const database = await openDatabase(process.env['DATABASE_URL'] ?? 'memory:');
  try {
    const [row] = (await database.query('select exists (select from movies) as any')).rows;
    if (row?.['any'])
      throw new CommandError(
        'This database has films. Unset DATABASE_URL or set it to an empty database: the bench fills and empties it.',
      );
    await measure(database, titles, rounds);
  } finally {
    await database.close();
  }
}

async function measure(database: Database, titles: number, rounds: number) {
  try {
    await runStep(`${titles} titles are inserted into ${database.kind}`, (reportProgress) =>
      insertTitles(database, titles, reportProgress),
    );
    console.log(
      `\n${'kind'.padEnd(16)}${['queries', 'median ms', 'p95 ms'].map((head) => head.padStart(10)).join('')}`,
    );
    for (const [kind, terms] of Object.entries(KINDS))
      console.log(await measureRow(database, { kind, terms, rounds }));
    for (const term of ['elephant', 'kadal', 'an']) await explain(database, term);
  } finally {
    await database.db.delete(movies);
  }
}

async function insertTitles(
  { db }: Database,
  titles: number,
  reportProgress: (detail: string) => void,
) {
  for (let first = 0; first < titles; first += ROWS_AT_ONCE) {
    await db
      .insert(movies)
      .values(
        Array.from({ length: Math.min(ROWS_AT_ONCE, titles - first) }, (_, index) =>
          generateTitle(first + index),
        ),
      );
    reportProgress(`${first} of ${titles}`);
  }
}

/** Returns the same title for the same number. */
function generateTitle(number: number) {
  const pickWord = (from: string[], step: number) =>
    pick(from, Math.floor(number / step + number * step * 7));
  const [primaryLanguage, nativeWords] = pick(Object.entries(WORDS), number);
  const names = {
    movieName: `${pickWord(nativeWords, 1)} ${pickWord(nativeWords, 11)} ${number % 997}`,
    movieNameEn: `${pickWord(ENGLISH, 3)} ${pickWord(ENGLISH, 17)} ${number}`,
  };
  const streamingStartDate = new Date(Date.UTC(2026, 0, 1) + number * 60_000);
  return {
    ...names,
    ...searchColumns(names),
    movieKey: `bench${number}`,
    primaryLanguage,
    movieType: 'MOVIES' as const,
    ticketRate: 14900,
    streamingStartDate,
    movieDescription:
      'A long evening in a small town, and someone at the window who knows more than they say. '.repeat(
        5,
      ),
    active: number % 50 ? ('Y' as const) : ('N' as const),
  };
}

async function measureRow(
  { db }: Database,
  { kind, terms, rounds }: { kind: string; terms: string[]; rounds: number },
): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const term of terms) {
      const started = performance.now();
      await searchMovies({ db } as Deps, {
        viewer: null,
        query: { search: `movieNameLIKE=${term}`, page: 0, size: 10 },
        firstPage: 0,
      });
      times.push(performance.now() - started);
    }
  }
  const formatQuantile = (share: number) => quantile(times, share).toFixed(1).padStart(10);
  return (
    kind.padEnd(16) + String(times.length).padStart(10) + formatQuantile(0.5) + formatQuantile(0.95)
  );
}

async function explain({ db, query }: Database, term: string) {
  const { sql, params } = db
    .select({ movieId: movies.movieId })
    .from(movies)
    .where(nameMatches(term))
    .orderBy(...rankByName(term).order)
    .limit(10)
    .toSQL();
  const { rows } = await query(`explain (analyze, costs off) ${sql}`, params);
  console.log(`\nmovieNameLIKE=${term}`);
  const plan = rows
    .map((each) => String(each['QUERY PLAN']))
    .filter((line) => !/Buffers|Planning|Index Searches|Sort Key/.test(line));
  for (const line of plan) console.log(`  ${line}`);
}

await main().catch(exitWithError);
