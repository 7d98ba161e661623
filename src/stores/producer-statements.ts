import { map } from 'nanostores';
import { fetchStatement, fetchStatementFile, fetchStatementMonths } from '#api/producer.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Month, type Statement, type statementMonths } from '#contract/producer.ts';
import { statementFileName } from '#domain/csv.ts';
import { saveFile } from './lib/download.ts';
import { here, showAddress } from './lib/navigate.ts';
import { asProducer, idInAddress } from './lib/producer-only.ts';
import { createTask, isNotFound, type Status } from './lib/status.ts';

export type StatementMonth = ReplyOf<typeof statementMonths>['content'][number];

/** The months that a film has statements for, the newest first. */
export const $months = map<{ status: Status; months: StatementMonth[] }>({ status: 'process', months: [] });
/** The statement that is shown. */
export const $statement = map<{ status: Status; month: string; statement: Statement | null }>({
  status: 'process',
  month: '',
  statement: null,
});

const movieId = () => idInAddress('producerStatements', 'movie_id');

/** Opens the months, and the one that the address names or else the newest. */
export async function openStatements() {
  const id = movieId();
  if (!id) return;
  $months.set({ status: 'process', months: [] });
  try {
    const { content } = await asProducer(fetchStatementMonths(id));
    $months.set({ status: content.length ? 'success' : 'noData', months: content });
    if (content.length) await followAddress();
  } catch (error) {
    $months.setKey('status', isNotFound(error) ? 'noData' : 'error');
  }
}

/** Shows the month that the address names; Back and Forward come here too. */
export async function followAddress() {
  const wished = Month.safeParse(new URLSearchParams(here().search).get('month'));
  const month = wished.data ?? $months.get().months[0]?.month;
  if (month) await openStatement(month);
}

export async function chooseMonth(month: string) {
  showAddress(`${here().pathname}?month=${month}`);
  await openStatement(month);
}

export async function openStatement(month: string) {
  const id = movieId();
  if (!id) return;
  $statement.set({ status: 'process', month, statement: null });
  try {
    const statement = await asProducer(fetchStatement(id, month));
    if ($statement.get().month === month) $statement.set({ status: 'success', month, statement });
  } catch (error) {
    if ($statement.get().month === month) $statement.setKey('status', isNotFound(error) ? 'noData' : 'error');
  }
}

const TYPES = { pdf: 'application/pdf', csv: 'text/csv' } as const;

const saver = (ending: keyof typeof TYPES) =>
  createTask(async ({ movieId: id, movieName, month }: Statement) => {
    const file = await asProducer(fetchStatementFile(id, month, TYPES[ending]));
    saveFile(statementFileName(movieName, month, ending), TYPES[ending], file);
  });
export const saveStatementPdf = saver('pdf');
export const saveStatementCsv = saver('csv');
