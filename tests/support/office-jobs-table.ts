/** Prints the table of docs/benchmarks.md, "The twelve jobs of the back office", from the measures of tests/e2e/office-jobs.spec.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { type Measure, measureFile } from './office-measures.ts';

type Name = Measure['way'];
const MISSING = '–';

function read(job: string, way: Name): Measure | null {
  const file = measureFile({ job, way });
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Measure) : null;
}

function cell(job: string, way: Name): string {
  const measure = read(job, way);
  if (!measure) return MISSING;
  const { steps } = measure;
  if (measure.way === 'commandLine')
    return `${steps} command${steps === 1 ? '' : 's'}, ${measure.words} words`;
  const tabs = measure.way === 'keyboard' ? ` (+${measure.tabs} Tab)` : '';
  return `${steps}${tabs}, ${measure.seconds.toFixed(1)} s`;
}

/** From the public documentation of each product. Never estimated: `–` if the page does not describe each step. */
const PEERS: { job: string; pretix: string; vendure: string }[] = [
  { job: 'Add a film with its media', pretix: '6 [1]', vendure: '– [6]' },
  { job: 'Correct a price', pretix: '6 [1]', vendure: '– [6]' },
  { job: 'Postpone', pretix: '– [2]', vendure: 'not described' },
  { job: 'Withdraw with refunds', pretix: '– [3]', vendure: 'not described' },
  { job: 'Find a buyer’s order by number and refund', pretix: '8 [4]', vendure: '– [7]' },
  { job: 'Extend tickets after an outage', pretix: 'not described', vendure: 'not described' },
  { job: 'Make 500 press codes', pretix: '7 [5]', vendure: '– [8]' },
  { job: 'Accept a submission', pretix: 'not described', vendure: 'not described' },
  { job: 'Hide a review', pretix: 'not described', vendure: 'not described' },
  { job: 'Edit a page', pretix: 'not described', vendure: 'not described' },
  { job: 'The month’s GST', pretix: 'not described', vendure: 'not described' },
  { job: 'A producer’s statement', pretix: 'not described', vendure: 'not described' },
];

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const HEADERS = ['job', 'mouse', 'keyboard alone', 'phone', 'command line', 'pretix', 'Vendure'];
const rows = PEERS.map(({ job, pretix, vendure }) =>
  row([
    job,
    cell(job, 'mouse'),
    cell(job, 'keyboard'),
    cell(job, 'phone'),
    cell(job, 'commandLine'),
    pretix,
    vendure,
  ]),
);
console.log([row(HEADERS), row(HEADERS.map(() => '---')), ...rows].join('\n'));
