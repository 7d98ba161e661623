/**
 * `npm run test:production`: runs each command of docs/production.md on a bare Debian, and buys a ticket there. Exits with 1 on
 * a failure.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toWire } from '#domain/dates.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { aSandboxServer } from '../sandbox-server.ts';
import { PROJECT } from '../project.ts';
import { waitUntil } from '../server-process.ts';
import { aMachine, missingRequirement } from './machine.ts';
import { createViewer } from './viewer.ts';
import { testNow } from '../test-now.ts';

const LOG = join(PROJECT, '.matinee', 'production.log');
/** Production refuses test keys and URLs with `/sandbox/`. */
const CREDENTIALS = {
  ...SANDBOX_CREDENTIALS,
  razorpay: {
    keyId: 'rzp_live_Test0000000001',
    keySecret: 'live_key_secret_0001',
    webhookSecret: 'live_hook_secret_1',
  },
  msg91: {
    authKey: 'live_msg91_authkey',
    templateId: 'live_template',
    noticeTemplateId: 'live_notice',
  },
};

const RESTORED_SETTINGS = {
  DATABASE_URL: 'postgres://matinee@%2Frun%2Fpostgresql/restored',
  DATA_DIR: '/srv/restored',
};

const reason = missingRequirement();
if (reason) {
  console.error(`The production test cannot run. ${reason}`);
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

const sandboxServer = await aSandboxServer('http://127.0.0.1:4321', undefined, {
  mount: '/providers',
  credentials: CREDENTIALS,
});
const machine = await aMachine(LOG);
const viewer = createViewer(machine, sandboxServer);
const table: { section: string; command: string; seconds: string }[] = [];
/** Manual work and checks before the commands that match. */
const PREPARATIONS: [RegExp, () => Promise<unknown> | unknown][] = [
  [/^systemctl enable/, fillInKeys],
  [/^cinema media ingest/, createFilmFile],
  [/^cinema backup/, buyATicket],
  [/^cinema restore/, prepareOtherMachine],
  [/^git clone .*matinee-2/, expectRestored],
];
const REPLACEMENTS: [RegExp, string][] = [
  // No public authority issues a certificate for this name.
  [/^(cinema host caddy .*?) >/, '$1 --certificate local >'],
];

try {
  for (const step of steps) {
    for (const [pattern, prepare] of PREPARATIONS) if (pattern.test(step.command)) await prepare();
    await run(step);
  }
  await viewer.expectTicket('after the rollback');
} catch (error) {
  process.exitCode = 1;
  console.error(error, `\nThe log: ${LOG}`);
} finally {
  console.table(table);
  const seconds = table.reduce((sum, { seconds: each }) => sum + Number(each), 0);
  console.log(`${table.length} of ${steps.length} commands, ${Math.round(seconds)} s`);
  await machine.drop();
  await sandboxServer.close();
}

async function run({ section, command }: Step) {
  const testCommand = REPLACEMENTS.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    command,
  );
  const isRestart = command.startsWith('systemctl restart');
  const calls =
    isRestart && command.includes('matinee') ? viewer.sendRequestsUntilEnd() : undefined;
  const settings = command.startsWith('cinema restore') ? RESTORED_SETTINGS : {};
  const { seconds, output, status } = await machine.runInside(testCommand, settings);
  table.push({ section, command, seconds: seconds.toFixed(1) });
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${command}`);
  // The doctor exits with 2 here, because this machine has problems that it cannot fix.
  if (status !== 0 && !command.startsWith('cinema doctor'))
    throw new Error(`${command}: ${status}\n${output}`);
  if (!calls) return;
  await viewer.expectTicket(`after ${command}`);
  const { requestCount, failures } = await calls.end();
  console.log(
    `          ${requestCount} requests on new connections, ${failures.length} failed ${failures.slice(0, 3).join(' ')}`,
  );
  if (failures.length) throw new Error('Requests failed during a restart');
}

async function fillInKeys() {
  const { razorpay, msg91 } = CREDENTIALS;
  const settings = {
    RAZORPAY_KEY_ID: razorpay.keyId,
    RAZORPAY_KEY_SECRET: razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
    RAZORPAY_URL: `${sandboxServer.origin}/providers/razorpay/v1`,
    MSG91_AUTH_KEY: msg91.authKey,
    MSG91_TEMPLATE_ID: msg91.templateId,
    MSG91_URL: `${sandboxServer.origin}/providers/sms`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await runOrThrow(
    `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} >> /etc/matinee/matinee.env`,
  );
}

async function createFilmFile() {
  const source = '-f lavfi -i testsrc2=s=1280x720:r=25:d=12 -f lavfi -i sine=f=440:d=12';
  await runOrThrow(
    `ffmpeg -loglevel error -y ${source} -c:v libx264 -preset ultrafast -c:a aac -shortest /srv/film.mov`,
  );
}

async function buyATicket() {
  const movieId = await waitUntil(
    'the film is on the home page',
    () => viewer.findMovieIdOnHomePage('The Long Monsoon'),
    120_000,
  );
  await viewer.buy(movieId, toWire(testNow()));
  await viewer.expectTicket('after the sale');
}

/** Simulates another machine for the restore: an empty database and an empty folder. */
async function prepareOtherMachine() {
  await runOrThrow('runuser -u postgres -- createdb --owner=matinee restored');
  await runOrThrow('install -d -o matinee -g matinee /srv/restored');
}

async function expectRestored() {
  const { output } = await machine.runInside(
    'cinema order find --film the-long-monsoon --json',
    RESTORED_SETTINGS,
  );
  if (!output.includes('PAID')) throw new Error(`The restored database lacks the order: ${output}`);
  await runOrThrow(
    'test "$(ls /srv/restored/media/packages)" = "$(ls /var/lib/matinee/media/packages)"',
  );
}

async function runOrThrow(command: string) {
  const outcome = await machine.runInside(command);
  if (outcome.status !== 0) throw new Error(`${command}: ${outcome.status}\n${outcome.output}`);
  return outcome;
}
