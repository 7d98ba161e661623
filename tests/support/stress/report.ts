import { type Call, isError } from './calls.ts';
import { causeOf, isWhile, type Outcome, type Staged } from './siege.ts';

/** What happened, for a person. */
export const reportOf = (outcome: Outcome): string =>
  [
    ...callLines(outcome.calls),
    '',
    ...faultLines(outcome),
    '',
    ...refusalLines(outcome.calls),
    '',
    ...ticketLines(outcome),
    '',
    ...verdict(outcome.broken),
  ].join('\n');

const line = (...cells: (string | number)[]) =>
  cells.map((cell, at) => (at ? String(cell).padStart(10) : String(cell).padEnd(34))).join('');
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function callLines(calls: Call[]): string[] {
  const kinds = [...new Set(calls.map(({ kind }) => kind))].toSorted();
  return [
    line('', 'calls', 'errors', 'p50', 'p99'),
    ...kinds.map((kind) => {
      const all = calls.filter((call) => call.kind === kind);
      const times = all.map(({ from, to }) => to - from).toSorted((one, other) => one - other);
      const at = (share: number) => `${Math.round(times[Math.floor((times.length - 1) * share)]!)} ms`;
      return line(kind, all.length, all.filter(isError).length, at(0.5), at(0.99));
    }),
    line('all', calls.length, calls.filter(isError).length),
  ];
}

/** Recovered: from the part's return to the beginning of the last call that still failed for it. */
function faultLines({ faults, calls }: Outcome): string[] {
  return [
    line('', 'goes in', 'away', 'back in', 'calls', 'errors', 'recovered'),
    ...faults.map((fault) => {
      const during = calls.filter((call) => isWhile(fault, call));
      const errors = during.filter((call) => isError(call) && causeOf(call, faults) === fault);
      const times = [fault.goingMs, fault.to - fault.from, fault.comingMs].map(seconds);
      return `${line(fault.name, ...times, during.length, errors.length, recovered(fault, errors))}  ${reasons(errors)}`;
    }),
  ];
}

const reasons = (errors: Call[]) => {
  const all = errors.map(({ status, code }) => `${status || ''} ${code}`.trim());
  return [...new Set(all)].map((each) => `${each} × ${all.filter((other) => other === each).length}`).join(', ');
};

const recovered = ({ to }: Staged, errors: Call[]) => seconds(Math.max(0, ...errors.map(({ from }) => from - to)));

/** Answers that are no errors and no success: used-up coupons, a code asked for too soon. */
function refusalLines(calls: Call[]): string[] {
  const refused = calls.filter((call) => call.status >= 400 && !isError(call));
  const names = refused.map(({ kind, status, code }) => `${kind}: ${status} ${code}`);
  return [...new Set(names)].toSorted().map((name) => line(name, names.filter((each) => each === name).length));
}

function ticketLines({ books, ledger, purchases, letters, settledMs, seconds: length }: Outcome): string[] {
  const paid = books.orders.filter(({ payment_status: status }) => status === 'PAID');
  const [coupon] = books.coupons;
  return [
    `${seconds(length * 1000)} of load; everything on its way had arrived ${seconds(settledMs)} after it`,
    `${purchases.length} payments begun, ${ledger.money.length} taken by the bank, ${paid.length} tickets, ${purchases.filter(({ wasTold }) => wasTold).length} viewers told`,
    `${books.numbers.map(({ last_number: last }) => last).join(' + ')} invoices, ${letters.length} letters, coupon used ${coupon?.uses} of ${coupon?.total_limit} times`,
  ];
}

const SHOWN = 30;
const verdict = (broken: string[]): string[] => {
  const counted = [...new Set(broken)].map((each) => {
    const times = broken.filter((other) => other === each).length;
    return `  ${times > 1 ? `${times} × ` : ''}${each}`;
  });
  return broken.length ? [`${broken.length} laws broken:`, ...counted.slice(0, SHOWN)] : ['Every law held.'];
};
