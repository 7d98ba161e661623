import type { FactTypes } from '#contract/operation-result.ts';
import { formatValue, shorten } from '#stores/office/table-rows.ts';

interface ValueProps {
  value: unknown;
  type?: FactTypes[string] | undefined;
  isShort?: boolean;
  href?: string | undefined;
}

export function Value({ value, type, isShort = false, href }: ValueProps) {
  const content = formatValue(value, type);
  const shown =
    type === 'instant' && value ? (
      <time dateTime={new Date(value as string | Date).toISOString()}>{content}</time>
    ) : isShort ? (
      shorten(content)
    ) : (
      content
    );
  return href ? <a href={href}>{shown}</a> : <span>{shown}</span>;
}
