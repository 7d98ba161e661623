/** @module-tag dates */
import { expect, test } from 'vitest';
import { displayCinemaMoment } from '#domain/format/moments.ts';
import { parseInstant } from '#domain/parse-instant.ts';
import { formatValue } from '#stores/office/table-rows.ts';

const EVENING = new Date('2026-12-05T12:30:00Z');

test('the back office shows times in the zone of the cinema with its name, wherever the browser is', () => {
  expect(formatValue('2026-12-05T12:30:00.000Z', 'instant')).toBe('2026-12-05 18:00 IST');
  expect(formatValue(EVENING, 'instant')).toBe('2026-12-05 18:00 IST');
});

test('a shown time can be typed into a form, in any zone', () => {
  expect(parseInstant(displayCinemaMoment(EVENING))).toEqual(EVENING);
  expect(parseInstant(displayCinemaMoment(EVENING), 'Europe/Berlin')).toEqual(EVENING);
});
