import { producerMessages as text } from '#messages/producer.ts';
import type { ExportProgress } from './export.ts';

const KILOBYTE = 1000;
const displayCount = (number: number, decimals = 0) =>
  number.toLocaleString('en-IN', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

const displaySize = (bytes: number) =>
  bytes < KILOBYTE ** 2
    ? text.kilobytes(displayCount(bytes / KILOBYTE))
    : text.megabytes(displayCount(bytes / KILOBYTE ** 2, 1));

/** `12,400 of 1,00,000 orders, 1.2 MB`. New orders never raise the count above the total. */
export const exportProgressText = ({ rows, total, bytes }: ExportProgress): string =>
  total === null
    ? text.rowsSoFar(displayCount(rows), displaySize(bytes))
    : text.rowsOf(displayCount(Math.min(rows, total)), displayCount(total), displaySize(bytes));
