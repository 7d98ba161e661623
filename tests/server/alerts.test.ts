import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasPromtool, RULES, type Series, testRules } from '../support/observability/promtool.ts';

const ALERTS = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(
  ([, name]) => name!,
);

const DAY_MINUTES = 24 * 60;
const grows = (perMinute: number) => `0+${perMinute}x${DAY_MINUTES}`;
const stays = (value: number) => `${value}x${DAY_MINUTES}`;
// The notation repeats numbers only.
const NOT_A_NUMBER = Array.from({ length: DAY_MINUTES }, () => 'NaN').join(' ');
const MISSING = `_x${DAY_MINUTES}`;

/** A normal day: some requests fail and some payments wait. */
const NORMAL_DAY: Series = {
  'up{job="matinee", instance="one:3000"}': stays(1),
  'up{job="matinee", instance="two:3000"}': stays(1),
  'matinee_database_up{instance="one:3000"}': stays(1),
  'matinee_database_up{instance="two:3000"}': stays(1),
  'probe_success{job="matinee-site", instance="https://cinema.example"}': stays(1),
  matinee_payments_held: stays(0),
  matinee_disputes_open: stays(0),
  matinee_dispute_answer_by_timestamp_seconds: stays(10 * 86_400),
  'matinee_refunds_open{state="failed"}': stays(0),
  'matinee_refunds_open{state="asked"}': stays(3),
  matinee_payment_event_age_seconds: stays(20),
  'matinee_payment_outcomes_total{source="browser", outcome="paid"}': grows(1),
  'matinee_payment_outcomes_total{source="webhook", outcome="no_decision"}': grows(1),
  'matinee_takings_total{currency="INR"}': grows(176),
  // The other process serves most requests.
  'matinee_requests_total{instance="one:3000", route="/api/ott/public/streamingnow", status="200"}':
    grows(600),
  'matinee_requests_total{instance="one:3000", route="/api/ott/public/streamingnow", status="500"}':
    grows(2),
  'matinee_requests_total{instance="one:3000", route="/api/ott/public/streamingnow", status="503"}':
    grows(6),
  'matinee_requests_total{instance="two:3000", route="/api/ott/public/streamingnow", status="200"}':
    grows(60_000),
  'matinee_requests_total{route="/api/ott/playmovieweb", status="200"}': grows(5),
  'matinee_requests_total{route="/api/ott/playmovieweb", status="402"}': grows(1),
  'matinee_requests_total{route="/api/ott/playmovieweb", status="500"}': stays(1),
  'matinee_jobs_waiting{queue="reconcile"}': stays(4),
  matinee_mails_due: stays(2),
  matinee_site_changes_waiting: stays(0),
  matinee_backup_age_seconds: `0+60x${DAY_MINUTES}`,
  'node_filesystem_avail_bytes{mountpoint="/", fstype="ext4"}': stays(40),
  'node_filesystem_size_bytes{mountpoint="/", fstype="ext4"}': stays(100),
  'probe_ssl_earliest_cert_expiry{instance="https://cinema.example"}': stays(60 * 86_400),
  'pg_replication_lag_seconds{instance="replica"}': stays(1),
  'matinee_otp_sent_total{kind="mobile"}': grows(4),
  'matinee_otp_verified_total{kind="mobile"}': grows(3),
  'matinee_otp_refused_total{kind="mobile", reason="network"}': grows(1),
  'matinee_messages_held_total{channel="email", kind="rescheduled", reason="destination"}':
    grows(1),
  'matinee_messages_held_total{channel="email", kind="free_ticket", reason="network"}': grows(1),
  'matinee_messages_held_total{channel="email", kind="submission", reason="day"}': stays(0),
};

/** Changes to the normal day, by the alert that must fire. */
const FAULTS: Record<string, Series> = {
  DisputesOpen: { matinee_disputes_open: stays(1) },
  DisputeDue: { matinee_dispute_answer_by_timestamp_seconds: stays(3 * 86_400) },
  MoneyHeld: { matinee_payments_held: stays(1) },
  RefundsRefused: { 'matinee_refunds_open{state="failed"}': stays(2) },
  PaymentEventsNotApplied: { matinee_payment_event_age_seconds: grows(60) },
  WebhooksSilent: {
    'matinee_payment_outcomes_total{source="webhook", outcome="no_decision"}': stays(50),
  },
  ServerDown: { 'up{job="matinee", instance="one:3000"}': stays(0) },
  SiteUnreachable: {
    'probe_success{job="matinee-site", instance="https://cinema.example"}': stays(0),
  },
  DatabaseDown: { 'matinee_database_up{instance="one:3000"}': stays(0) },
  MetricsMissing: {
    'up{job="matinee", instance="one:3000"}': MISSING,
    'up{job="matinee", instance="two:3000"}': MISSING,
  },
  ServerErrors: {
    'matinee_requests_total{instance="one:3000", route="/api/ott/public/streamingnow", status="500"}':
      grows(100),
  },
  ServiceUnavailable: {
    'matinee_requests_total{instance="one:3000", route="/api/ott/public/streamingnow", status="503"}':
      grows(900),
  },
  FilmsDoNotStart: {
    'matinee_requests_total{route="/api/ott/playmovieweb", status="500"}': grows(1),
  },
  JobsWait: { 'matinee_jobs_waiting{queue="reconcile"}': stays(900) },
  MailsWait: { matinee_mails_due: stays(80) },
  SiteBehindCatalogue: { matinee_site_changes_waiting: stays(3) },
  BackupOld: { matinee_backup_age_seconds: `90000+60x${DAY_MINUTES}` },
  NoBackup: { matinee_backup_age_seconds: NOT_A_NUMBER },
  ExporterMissing: { 'node_filesystem_avail_bytes{mountpoint="/", fstype="ext4"}': MISSING },
  DiskFillsUp: { 'node_filesystem_avail_bytes{mountpoint="/", fstype="ext4"}': stays(7) },
  CertificateEnds: {
    'probe_ssl_earliest_cert_expiry{instance="https://cinema.example"}': stays(9 * 86_400),
  },
  ReplicaBehind: { 'pg_replication_lag_seconds{instance="replica"}': stays(90) },
  CodesRefusedByCountryCap: {
    'matinee_otp_refused_total{kind="mobile", reason="country"}': grows(1),
  },
  CodesPausedForTheDay: { 'matinee_otp_refused_total{kind="mobile", reason="day"}': grows(1) },
  CodesRefusedByNetwork: {
    'matinee_otp_refused_total{kind="mobile", reason="network"}': grows(30),
  },
  MailsPausedForTheDay: {
    'matinee_messages_held_total{channel="email", kind="submission", reason="day"}': grows(1),
  },
  MessagesHeldByNetwork: {
    'matinee_messages_held_total{channel="email", kind="free_ticket", reason="network"}': grows(10),
  },
  FewCodesComeBack: { 'matinee_otp_verified_total{kind="mobile"}': stays(0) },
};

/** A promtool test that counts the firing alerts with these names. Promtool’s own `alert_rule_test` would compare whole alerts. */
const createAlertTest = (
  series: Series,
  counts: { alertname: string; at: string; count: number }[],
) => ({
  interval: '1m',
  input_series: Object.entries({ ...NORMAL_DAY, ...series }).map(([name, values]) => ({
    series: name,
    values,
  })),
  promql_expr_test: counts.map(({ alertname, at, count }) => ({
    expr: `count(ALERTS{alertname=~"${alertname}", alertstate="firing"}) or vector(0)`,
    eval_time: at,
    exp_samples: [{ labels: '{}', value: count }],
  })),
});

test('every alert has a simulated fault', () =>
  expect(Object.keys(FAULTS).toSorted()).toEqual(ALERTS.toSorted()));

test.runIf(hasPromtool)('every alert fires for its simulated fault', () => {
  const tests = ALERTS.map((alertname) =>
    createAlertTest(FAULTS[alertname]!, [{ alertname, at: '2h', count: 1 }]),
  );
  expect(testRules(tests)).toMatchObject({ status: 0, output: expect.stringContaining('SUCCESS') });
});

test.runIf(hasPromtool)('no alert fires on a normal day', () => {
  const counts = ['5m', '1h', '6h', '12h', '23h'].map((at) => ({ alertname: '.+', at, count: 0 }));
  expect(testRules([createAlertTest({}, counts)])).toMatchObject({
    status: 0,
    output: expect.stringContaining('SUCCESS'),
  });
});

test.runIf(hasPromtool)(
  'the alert names the one process of two that is down, or has no database',
  () => {
    const instances = (alertname: string, series: Series) => ({
      interval: '1m',
      input_series: Object.entries({ ...NORMAL_DAY, ...series }).map(([name, values]) => ({
        series: name,
        values,
      })),
      promql_expr_test: [
        {
          expr: `count by (instance) (ALERTS{alertname="${alertname}", alertstate="firing"})`,
          eval_time: '2h',
          exp_samples: [{ labels: '{instance="two:3000"}', value: 1 }],
        },
      ],
    });
    expect(
      testRules([
        instances('ServerDown', { 'up{job="matinee", instance="two:3000"}': stays(0) }),
        instances('DatabaseDown', { 'matinee_database_up{instance="two:3000"}': stays(0) }),
      ]),
    ).toMatchObject({ status: 0, output: expect.stringContaining('SUCCESS') });
  },
);

test.runIf(hasPromtool)(
  'a dispute is due from three days before its last moment until it is answered',
  () => {
    const due = (at: string, count: number) => ({ alertname: 'DisputeDue', at, count });
    // At 2h it is more than three days away, at 4h less, and after 20h another one is the first.
    const threeDaysAfterThreeHours = 3 * 86_400 + 3 * 3600;
    const series = {
      matinee_dispute_answer_by_timestamp_seconds: `${threeDaysAfterThreeHours}x1200 ${10 * 86_400}x240`,
    };
    const noneWaits = { matinee_dispute_answer_by_timestamp_seconds: NOT_A_NUMBER };
    expect(
      testRules([
        createAlertTest(series, [due('2h', 0), due('4h', 1), due('19h', 1), due('21h', 0)]),
        createAlertTest(noneWaits, [due('23h', 0)]),
      ]),
    ).toMatchObject({ status: 0, output: expect.stringContaining('SUCCESS') });
  },
);

test.runIf(hasPromtool)('a dead database is not reported as a missing backup', () => {
  const series = {
    matinee_backup_age_seconds: NOT_A_NUMBER,
    'matinee_database_up{instance="one:3000"}': stays(0),
    'matinee_database_up{instance="two:3000"}': stays(0),
  };
  const counts = [
    { alertname: 'NoBackup', at: '2h', count: 0 },
    { alertname: 'DatabaseDown', at: '2h', count: 2 },
  ];
  expect(testRules([createAlertTest(series, counts)])).toMatchObject({
    status: 0,
    output: expect.stringContaining('SUCCESS'),
  });
});
