import { map } from 'nanostores';
import { fetchStatement, fetchStatementFile, fetchStatementMonths } from '#api/producer.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Month, type Statement, type statementMonths } from '#contract/producer.ts';
import { statementFileName } from '#domain/csv.ts';
import { saveFile } from '../lib/download.ts';
import { currentLocation, pushUrl } from '../lib/navigate.ts';
import { openHomeIfNotProducer, idFromUrl } from './producer-only.ts';
import { isNotFound } from '../lib/call-errors.ts';
import { createTask, type Status } from '../lib/task.ts';

/** Newest first. */
export const $months = map<{ status: Status; months: ReplyOf<typeof statementMonths>['content'] }>({
  status: 'process',
  months: [],
});
export const $statement = map<{ status: Status; month: string; statement: Statement | null }>({
  status: 'process',
  month: '',
  statement: null,
});

const movieId = () => idFromUrl('producerStatements', 'movie_id');

/** Opens the month in the URL, else the newest one. */
export async function openStatements() {
  const id = movieId();
  if (!id) return;
  $months.set({ status: 'process', months: [] });
  try {
    const { content } = await openHomeIfNotProducer(fetchStatementMonths(id));
    $months.set({ status: content.length ? 'success' : 'noData', months: content });
    if (content.length) await openMonthInUrl();
  } catch (error) {
    $months.setKey('status', isNotFound(error) ? 'noData' : 'error');
  }
}

export async function openMonthInUrl() {
  const requested = Month.safeParse(new URLSearchParams(currentLocation().search).get('month'));
  const month = requested.data ?? $months.get().months[0]?.month;
  if (month) await openStatement(month);
}

export async function chooseMonth(month: string) {
  pushUrl(`${currentLocation().pathname}?month=${month}`);
  await openStatement(month);
}

export async function openStatement(month: string) {
  const id = movieId();
  if (!id) return;
  $statement.set({ status: 'process', month, statement: null });
  try {
    const statement = await openHomeIfNotProducer(fetchStatement(id, month));
    if ($statement.get().month === month) $statement.set({ status: 'success', month, statement });
  } catch (error) {
    if ($statement.get().month === month)
      $statement.setKey('status', isNotFound(error) ? 'noData' : 'error');
  }
}

const TYPES = { pdf: 'application/pdf', csv: 'text/csv' } as const;

const createStatementSaver = (ending: keyof typeof TYPES) =>
  createTask(async ({ movieId: id, movieName, month }: Statement) => {
    const file = await openHomeIfNotProducer(fetchStatementFile(id, month, TYPES[ending]));
    saveFile(statementFileName(movieName, month, ending), TYPES[ending], file);
  });
export const saveStatementPdf = createStatementSaver('pdf');
export const saveStatementCsv = createStatementSaver('csv');
