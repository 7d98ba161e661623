import { expect, test } from 'vitest';
import { zoneCity } from '#domain/format/date-times.ts';

test.each([
  ['Africa/Asmera', 'Asmara'],
  ['America/Coral_Harbour', 'Atikokan'],
  ['America/Godthab', 'Nuuk'],
  ['America/New_York', 'New York'],
  ['Asia/Calcutta', 'Kolkata'],
  ['Asia/Katmandu', 'Kathmandu'],
  ['Asia/Rangoon', 'Yangon'],
  ['Asia/Saigon', 'Ho Chi Minh City'],
  ['Atlantic/Faeroe', 'Faroe'],
  ['Europe/Kiev', 'Kyiv'],
  ['Pacific/Enderbury', 'Kanton'],
  ['Pacific/Ponape', 'Pohnpei'],
  ['Pacific/Truk', 'Chuuk'],
])('the city of %s is %s, as it is called today', (zone, city) => {
  expect(zoneCity(zone)).toBe(city);
});
