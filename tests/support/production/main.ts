/** `npm run test:production`: runs each command of docs/production.md on a bare Debian, and buys a ticket there. Ends with 1 when something fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toWire } from '#domain/dates.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { aBank } from '../bank.ts';
import { PROJECT } from '../project.ts';
import { until } from '../server-process.ts';
import { aMachine, whyNoMachine } from './machine.ts';
import { aVisitorOf } from './visitor.ts';

const LOG = join(PROJECT, '.matinee', 'production.log');
/** What production takes: no test keys, and no address with `/sandbox/`. */
const CREDENTIALS = {
  ...SANDBOX_CREDENTIALS,
  razorpay: {
    keyId: 'rzp_live_Walk0000000001',
    keySecret: 'walk_key_secret_0001',
    webhookSecret: 'walk_hook_secret_1',
  },
  msg91: { authKey: 'walk_msg91_authkey', templateId: 'walk_template', noticeTemplateId: 'walk_notice' },
};

/** Where the test restores, as another machine would. */
const RESTORED = {
  DATABASE_URL: 'postgres://matinee@%2Frun%2Fpostgresql/restored',
  DATA_DIR: '/srv/restored',
};

const why = whyNoMachine();
if (why) {
  console.error(`The walk over a bare Debian cannot run. ${why}`);
  process.exit(1);
}

interface Step {
  section: string;
  command: string;
}

const steps = readFileSync(join(PROJECT, 'docs', 'production.md'), 'utf8')
  .split(/^## /m)
  .flatMap((section) =>
    [...section.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) =>
      block!
        .trim()
        .split('\n')
        .map((command): Step => ({ section: section.split('\n')[0]!, command })),
    ),
  );

const bank = await aBank('http://127.0.0.1:4321', undefined, { mount: '/providers', credentials: CREDENTIALS });
const machine = await aMachine(LOG);
const ask = aVisitorOf(machine, bank);
const table: { section: string; command: string; seconds: string }[] = [];
/** Work of a person between two commands, and what must be true then. */
const BEFORE: [RegExp, () => Promise<unknown> | unknown][] = [
  [/^systemctl enable/, fillInKeys],
  [/^cinema media ingest/, bringFilm],
  [/^cinema backup/, buyATicket],
  [/^cinema restore/, prepareOtherMachine],
  [/^git clone .*matinee-2/, expectRestored],
];
const HERE: [RegExp, string][] = [
  // No public authority signs a name that leads nowhere.
  [/^(cinema host caddy .*?) >/, '$1 --certificate local >'],
];

try {
  for (const step of steps) {
    for (const [pattern, prepare] of BEFORE) if (pattern.test(step.command)) await prepare();
    await run(step);
  }
  await ask.expectTicket('after the rollback');
} catch (error) {
  process.exitCode = 1;
  console.error(error, `\nThe log: ${LOG}`);
} finally {
  console.table(table);
  const seconds = table.reduce((sum, { seconds: each }) => sum + Number(each), 0);
  console.log(`${table.length} of ${steps.length} commands, ${Math.round(seconds)} s`);
  await machine.drop();
  await bank.close();
}

async function run({ section, command }: Step) {
  const here = HERE.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), command);
  const isRestart = command.startsWith('systemctl restart');
  const calls = isRestart && command.includes('matinee') ? ask.keepAsking() : undefined;
  const settings = command.startsWith('cinema restore') ? RESTORED : {};
  const { seconds, output, status } = await machine.inside(here, settings);
  table.push({ section, command, seconds: seconds.toFixed(1) });
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${command}`);
  // The doctor answers 1 when it found a fault: of this machine only those that it cannot help.
  if (status !== 0 && !command.startsWith('cinema doctor')) throw new Error(`${command}: ${status}\n${output}`);
  if (!calls) return;
  await ask.expectTicket(`after ${command}`);
  const { asked, failed } = await calls.end();
  console.log(
    `          ${asked} calls on new connections meanwhile, ${failed.length} failed ${failed.slice(0, 3).join(' ')}`,
  );
  if (failed.length) throw new Error('A restart refused calls');
}

async function fillInKeys() {
  const { razorpay, msg91 } = CREDENTIALS;
  const settings = {
    RAZORPAY_KEY_ID: razorpay.keyId,
    RAZORPAY_KEY_SECRET: razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
    RAZORPAY_URL: `${bank.origin}/providers/razorpay/v1`,
    MSG91_AUTH_KEY: msg91.authKey,
    MSG91_TEMPLATE_ID: msg91.templateId,
    MSG91_URL: `${bank.origin}/providers/sms`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await must(`printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} >> /etc/matinee/matinee.env`);
}

async function bringFilm() {
  const source = '-f lavfi -i testsrc2=s=1280x720:r=25:d=12 -f lavfi -i sine=f=440:d=12';
  await must(`ffmpeg -loglevel error -y ${source} -c:v libx264 -preset ultrafast -c:a aac -shortest /srv/film.mov`);
}

async function buyATicket() {
  const film = await until('the film is on the home page', () => ask.filmOnHomePage('The Long Monsoon'), 120_000);
  await ask.buy(film, toWire(new Date()));
  await ask.expectTicket('after the sale');
}

/** Another machine, as far as a restore can tell: an empty database and an empty folder. */
async function prepareOtherMachine() {
  await must('runuser -u postgres -- createdb --owner=matinee restored');
  await must('install -d -o matinee -g matinee /srv/restored');
}

async function expectRestored() {
  const { output } = await machine.inside('cinema order find --film the-long-monsoon --json', RESTORED);
  if (!output.includes('PAID')) throw new Error(`The restored database lacks the order: ${output}`);
  await must('test "$(ls /srv/restored/media/packages)" = "$(ls /var/lib/matinee/media/packages)"');
}

async function must(command: string) {
  const outcome = await machine.inside(command);
  if (outcome.status !== 0) throw new Error(`${command}: ${outcome.status}\n${outcome.output}`);
  return outcome;
}
