import { displayNumber } from '#domain/format/numbers.ts';
import { producerMessages as text } from '#messages/producer.ts';
import type { ExportProgress } from './export.ts';

const KILOBYTE = 1000;

const displaySize = (bytes: number) =>
  bytes < KILOBYTE ** 2
    ? text.kilobytes(displayNumber(bytes / KILOBYTE, 0))
    : text.megabytes(displayNumber(bytes / KILOBYTE ** 2, 1));

/** `12,400 of 1,00,000 orders, 1.2 MB`. New orders never raise the count above the total. */
export const exportProgressText = ({ rows, total, bytes }: ExportProgress): string =>
  total === null
    ? text.rowsSoFar(displayNumber(rows), displaySize(bytes))
    : text.rowsOf(displayNumber(Math.min(rows, total)), displayNumber(total), displaySize(bytes));
