import { type Call, isError } from './calls.ts';
import type { ResourceSample } from './resources.ts';
import { causeOf, isDuring, type Outcome, type FaultRun } from './stress-test.ts';

export const formatReport = (outcome: Outcome): string =>
  [
    ...callLines(outcome.calls),
    '',
    ...faultLines(outcome),
    '',
    ...refusalLines(outcome.calls),
    '',
    ...ticketLines(outcome),
    '',
    ...resourceLines(outcome.resources),
    '',
    ...verdict(outcome.violations),
  ].join('\n');

const line = (...cells: (string | number)[]) =>
  cells
    .map((cell, index) => (index ? String(cell).padStart(10) : String(cell).padEnd(34)))
    .join('');
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function callLines(calls: Call[]): string[] {
  const kinds = [...new Set(calls.map(({ kind }) => kind))].toSorted();
  return [
    line('', 'calls', 'errors', 'p50', 'p99'),
    ...kinds.map((kind) => {
      const all = calls.filter((call) => call.kind === kind);
      const times = all
        .map(({ startedAt, endedAt }) => endedAt - startedAt)
        .toSorted((first, second) => first - second);
      const percentile = (share: number) =>
        `${Math.round(times[Math.floor((times.length - 1) * share)]!)} ms`;
      return line(kind, all.length, all.filter(isError).length, percentile(0.5), percentile(0.99));
    }),
    line('all', calls.length, calls.filter(isError).length),
  ];
}

/** recovered: from the end of the fault to the start of the last call that failed because of it. */
function faultLines({ faults, calls }: Outcome): string[] {
  return [
    line('', 'begin', 'fault', 'end', 'calls', 'errors', 'recovered'),
    ...faults.map((fault) => {
      const during = calls.filter((call) => isDuring(fault, call));
      const errors = during.filter((call) => isError(call) && causeOf(call, faults) === fault);
      const times = [fault.beginMs, fault.endedAt - fault.startedAt, fault.endMs].map(seconds);
      return `${line(fault.name, ...times, during.length, errors.length, recoveryTime(fault, errors))}  ${errorCounts(errors)}`;
    }),
  ];
}

const errorCounts = (errors: Call[]) => {
  const all = errors.map(({ status, code }) => `${status || ''} ${code}`.trim());
  return [...new Set(all)]
    .map((each) => `${each} × ${all.filter((message) => message === each).length}`)
    .join(', ');
};

const recoveryTime = ({ endedAt }: FaultRun, errors: Call[]) =>
  seconds(Math.max(0, ...errors.map(({ startedAt }) => startedAt - endedAt)));

function refusalLines(calls: Call[]): string[] {
  const refused = calls.filter((call) => call.status >= 400 && !isError(call));
  const names = refused.map(({ kind, status, code }) => `${kind}: ${status} ${code}`);
  return [...new Set(names)]
    .toSorted()
    .map((name) => line(name, names.filter((each) => each === name).length));
}

function ticketLines({
  records,
  providerRecords,
  purchases,
  mailRecipients,
  settledMs,
  seconds: length,
}: Outcome): string[] {
  const paid = records.orders.filter(({ payment_status: status }) => status === 'PAID');
  const [coupon] = records.coupons;
  return [
    `${seconds(length * 1000)} of load; nothing was pending ${seconds(settledMs)} later`,
    `${purchases.length} payments opened, ${providerRecords.payments.length} at the providers, ${paid.length} tickets, ${purchases.filter(({ isReportedPaid }) => isReportedPaid).length} confirmed`,
    `${records.invoiceSeries.map(({ last_number: last }) => last).join(' + ')} invoices, ${mailRecipients.length} mails, coupon used ${coupon?.uses} of ${coupon?.total_limit} times`,
  ];
}

const MEMORY_COLUMNS = 10;

/** Memory at ten moments, so that a growing process is seen. */
function resourceLines(samples: ResourceSample[]): string[] {
  return [0, 1].flatMap((process) => {
    const own = samples.filter((sample) => sample.process === process);
    if (own.length === 0) return [];
    const longest = Math.max(...own.map(({ longestBlockMs }) => longestBlockMs));
    const step = Math.max(1, Math.ceil(own.length / MEMORY_COLUMNS));
    const memory = own
      .filter((_, index) => index % step === 0)
      .map(({ residentMb }) => Math.round(residentMb));
    return `process ${process + 1}: longest block of the event loop ${Math.round(longest)} ms; memory in MB: ${memory.join(' ')}`;
  });
}

const MAX_SHOWN = 30;
const verdict = (violations: string[]): string[] => {
  const counted = [...new Set(violations)].map((each) => {
    const times = violations.filter((message) => message === each).length;
    return `  ${times > 1 ? `${times} × ` : ''}${each}`;
  });
  return violations.length
    ? [`${violations.length} violated invariants:`, ...counted.slice(0, MAX_SHOWN)]
    : ['Every invariant held.'];
};
