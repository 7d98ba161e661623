import { formatCell, formatValue, isInstant } from '#stores/office/table-rows.ts';

interface ValueProps {
  value: unknown;
  isShort?: boolean;
  href?: string | undefined;
}

export function Value({ value, isShort = false, href }: ValueProps) {
  const shown = isInstant(value) ? (
    <time dateTime={value instanceof Date ? value.toISOString() : value}>{formatValue(value)}</time>
  ) : isShort ? (
    formatCell(value)
  ) : (
    formatValue(value)
  );
  return href ? <a href={href}>{shown}</a> : <span>{shown}</span>;
}
