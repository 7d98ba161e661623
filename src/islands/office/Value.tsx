import { formatCell, formatValue, isInstant } from './table-rows.ts';

/** `isShort`: long texts are cut. */
export const Value = ({ value, isShort = false }: { value: unknown; isShort?: boolean }) => {
  if (isInstant(value))
    return <time dateTime={value instanceof Date ? value.toISOString() : value}>{formatValue(value)}</time>;
  return isShort ? formatCell(value) : formatValue(value);
};
