import { producerMessages as text } from '#messages/producer.ts';
import type { ExportProgress } from '#stores/producer-export.ts';

const KILOBYTE = 1000;
const count = (number: number, decimals = 0) =>
  number.toLocaleString('en-IN', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

const size = (bytes: number) =>
  bytes < KILOBYTE ** 2 ? text.kilobytes(count(bytes / KILOBYTE)) : text.megabytes(count(bytes / KILOBYTE ** 2, 1));

/** `12,400 of 1,00,000 orders, 1.2 MB`. New orders never raise the count above the total. */
export const exportProgressText = ({ rows, total, bytes }: ExportProgress): string =>
  total === null
    ? text.rowsSoFar(count(rows), size(bytes))
    : text.rowsOf(count(Math.min(rows, total)), count(total), size(bytes));
