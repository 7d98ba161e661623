import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { runChecks } from '#server/doctor/run-checks.ts';
import { runNightlyCleanup } from '#server/jobs/nightly-cleanup.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { startPresence } from '#server/processes/presence.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { anOfficeMember } from '../support/office.ts';
import { firingAlerts, hasPromtool, type Series } from '../support/observability/promtool.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { runCommand } from '../support/server-process.ts';
import { aPostgresCluster, isPostgresInstalled } from '../support/stress/postgres-cluster.ts';
import { NOON, testNow } from '../support/test-now.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

/** What the alerts, the doctor and the overview of the back office say of each fault. */

const folder = mkdtempSync(join(tmpdir(), 'matinee-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let server: TestServer;
beforeAll(async () => {
  const backupDir = join(folder, 'backups');
  server = await aServer({ clock: aClock(testNow()), settings: { BACKUP_TO: backupDir } });
}, 120_000);

const metricsOf = async ({ get }: TestServer) => (await get('/api/ott/metrics')).text;

/** Exporters that find nothing wrong. */
const HEALTHY_MACHINE: Series = {
  'node_filesystem_avail_bytes{mountpoint="/", fstype="ext4"}': '40x120',
  'node_filesystem_size_bytes{mountpoint="/", fstype="ext4"}': '100x120',
  'probe_ssl_earliest_cert_expiry{instance="https://cinema.example"}': '9999999999x120',
  'probe_success{job="matinee-site", instance="https://cinema.example"}': '1x120',
};

/** What Prometheus reads from a process: `before` for ten minutes, then `after`. */
function scraped(instance: string, before: string, after = before): Series {
  const read = (text: string) =>
    new Map(
      [...text.matchAll(/^(matinee_\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]) => {
        const all = [...(labels ? [labels] : []), 'job="matinee"', `instance="${instance}"`].join(
          ',',
        );
        return [`${name}{${all}}`, value === 'Nan' ? 'NaN' : value!];
      }),
    );
  const [earlier, later] = [read(before), read(after)];
  const repeated = (value: string, count: number) =>
    Array.from({ length: count }, () => value).join(' ');
  const series = [...later].map(([name, value]) => [
    name,
    `${repeated(earlier.get(name) ?? '0', 10)} ${repeated(value, 110)}`,
  ]);
  return { ...Object.fromEntries(series), [`up{job="matinee", instance="${instance}"}`]: '1x120' };
}
const alertsAt = (series: Series) => firingAlerts({ ...HEALTHY_MACHINE, ...series }, '65m');

type Finding = { state: string; subject: string; message: string };

/** The finding on a part: of the overview, which reads it as a member of the back office does. */
async function overviewOn(of: TestServer, subject: string): Promise<string | undefined> {
  const member = await anOfficeMember(of, 'programmer');
  const { findings } = (await member.run('doctor doctor')).json.data as { findings: Finding[] };
  const found = findings.find((each) => each.subject === subject);
  return found && `${found.state}: ${found.message}`;
}

async function doctorOn(of: TestServer, subject: string): Promise<string | undefined> {
  const { out } = await aCommandRunner(of).cinema('doctor --json');
  const found = (JSON.parse(out) as { findings: Finding[] }).findings.find(
    (each) => each.subject === subject,
  );
  return found && `${found.state}: ${found.message}`;
}

test.skipIf(!hasPromtool)('no backup was ever made', async () => {
  expect(alertsAt(scraped('one:4321', await metricsOf(server)))).toEqual(['NoBackup']);
  const expected = expect.stringMatching(/^problem: There is no backup in /);
  expect(await doctorOn(server, 'backup')).toEqual(expected);
  expect(await overviewOn(server, 'backup')).toEqual(expected);
});

test.skipIf(!hasPromtool)(
  'every webhook is dropped, and the reconciler finds the payments',
  async () => {
    const sold = await aServer({ clock: aClock(testNow()) });
    const purchase = purchaseSteps(sold);
    const before = await metricsOf(sold);
    await sold.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 100 });
    for (let count = 0; count < 9; count++) {
      const { viewer, order } = await purchase.anUnpaidOrder({ buyerState: '33' });
      await purchase.payAtProvider((await purchase.checkout(viewer, order)).json.order_id);
    }
    sold.clock.advance(HOUR);
    expect(await reconcile(sold.deps)).toBe(9);
    const alerts = alertsAt(scraped('one:4321', before, await metricsOf(sold)));
    expect(alerts).toContain('WebhooksSilent');
    const expected = expect.stringMatching(
      /^problem: No webhook of Razorpay ever arrived, while 9 payments were confirmed/,
    );
    expect(await doctorOn(sold, 'webhooks')).toEqual(expected);
    expect(await overviewOn(sold, 'webhooks')).toEqual(expected);
  },
);

test.skipIf(!hasPromtool)('one of two servers is dead', async () => {
  const alive = scraped('one:4321', await metricsOf(server));
  expect(alertsAt({ ...alive, 'up{job="matinee", instance="two:4322"}': '0x120' })).toEqual([
    'NoBackup',
    'ServerDown two:4322',
  ]);
});

test('one of two servers is killed, is started again, and stops in order', async () => {
  const both = await aServer({ clock: aClock(NOON) });
  const [one, two] = [
    await startPresence(both.deps, 'one:4321'),
    await startPresence(both.deps, 'two:4322'),
  ];
  const running = 'ok: These servers run: one:4321 (ROLE=all), two:4322 (ROLE=all)';
  expect(await doctorOn(both, 'servers')).toBe(running);
  both.clock.advance(HOUR);
  await one.report();
  const killed =
    'problem: The server two:4322 (ROLE=all) ran until 12.00 PM on Sat 21 Nov in India and stopped without saying so';
  expect(await doctorOn(both, 'servers')).toBe(killed);
  expect(await overviewOn(both, 'servers')).toBe(killed);
  const again = await startPresence(both.deps, 'two:4322');
  await one.report();
  expect(await doctorOn(both, 'servers')).toBe(running);
  await again.end();
  both.clock.advance(HOUR);
  await one.report();
  expect(await doctorOn(both, 'servers')).toBe('ok: These servers run: one:4321 (ROLE=all)');
  both.clock.advance(DAY + HOUR);
  await runNightlyCleanup(both.deps);
  expect(await doctorOn(both, 'servers')).toBeUndefined();
  await Promise.all([one.end(), two.end()]);
});

// statfs of /proc finds no free space, as of a full disk.
test.skipIf(process.platform !== 'linux')('the disk is full', async () => {
  const full = await aServer({ clock: aClock(testNow()), settings: { MEDIA_DIR: '/proc' } });
  const expected = expect.stringMatching(/^problem: The disk is full: 0 MB are free at \/proc/);
  expect(await doctorOn(full, 'disk')).toEqual(expected);
  expect(await overviewOn(full, 'disk')).toEqual(expected);
  if (!hasPromtool) return;
  const fullDisk = { 'node_filesystem_avail_bytes{mountpoint="/", fstype="ext4"}': '0x120' };
  expect(alertsAt({ ...scraped('one:4321', await metricsOf(full)), ...fullDisk })).toContain(
    'DiskFillsUp',
  );
});

// Only root may mount a small disk.
test.skipIf(process.getuid?.() !== 0)('the data folder is on a full disk', async ({ skip }) => {
  const disk = mkdtempSync(join(folder, 'disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0)
    skip('this machine does not allow mounting a disk');
  try {
    const { db, config } = server.deps;
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'film')}`]);
    const findings = await runChecks({
      ...server.deps,
      db,
      config: { ...config, dataDir: disk },
      fetch,
    });
    expect(findings.find(({ subject }) => subject === 'storage')).toMatchObject({
      state: 'problem',
      message: `The disk is full: ${disk} (ENOSPC)`,
      remedy: expect.stringContaining('Free some space'),
    });
  } finally {
    spawnSync('umount', ['-l', disk]);
  }
});

test('the mail server is dead', async () => {
  const mute = await aServer({
    clock: aClock(testNow()),
    settings: { SMTP_URL: 'smtp://127.0.0.1:1' },
  });
  const expected = expect.stringMatching(/^problem: The mail server 127.0.0.1 does not answer/);
  expect(await doctorOn(mute, 'mail')).toEqual(expected);
  expect(await overviewOn(mute, 'mail')).toEqual(expected);
});

test.skipIf(!isPostgresInstalled)(
  'the database is dead, and nobody calls the server',
  { tags: ['deep'] },
  async () => {
    const cluster = await aPostgresCluster();
    const settings = { DATABASE_URL: cluster.url, DATA_DIR: mkdtempSync(join(folder, 'data-')) };
    let close = async () => {};
    try {
      const alive = await aServer({
        clock: aClock(testNow()),
        settings,
        registerCleanup: (closeServer) => (close = closeServer),
      });
      const member = await anOfficeMember(alive, 'programmer');
      await cluster.crash();
      const metrics = await metricsOf(alive);
      expect(metrics).toMatch(/^matinee_database_up 0$/m);
      if (hasPromtool)
        expect(alertsAt(scraped('one:4321', metrics))).toEqual(['DatabaseDown one:4321']);
      expect(await member.run('doctor doctor')).toMatchObject({
        status: 503,
        json: { code: 'database_away' },
      });

      const command = runCommand(['scripts/cinema.ts', 'doctor', '--json'], settings);
      expect(await command.exited).toBe(2);
      const { findings } = JSON.parse(command.output()) as {
        findings: (Finding & { remedy: string })[];
      };
      const found = (subject: string) => findings.find((each) => each.subject === subject);
      expect(found('database')).toMatchObject({
        state: 'problem',
        message: expect.stringMatching(
          /^The database does not answer: PostgreSQL cannot be used at .*ECONNREFUSED/,
        ),
        remedy: expect.stringContaining('systemctl start postgresql'),
      });
      expect(found('disk')).toMatchObject({ message: expect.stringContaining('MB are free') });
      expect(found('jobs')).toMatchObject({
        state: 'warning',
        message: 'Not checked, because the database does not answer',
      });
    } finally {
      await close().catch(() => undefined);
      await cluster.drop();
    }
  },
);
