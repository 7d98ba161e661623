import { expect, test } from 'vitest';
import {
  chooseRate,
  isNewRate,
  rateText,
  readRate,
} from '#server/ports/media/ingest/frame-rate.ts';
import { languageTag } from '#server/ports/media/ingest/language.ts';
import { ladderFor, withAv1 } from '#server/ports/media/ingest/ladder.ts';
import { gainFor, loudnessFilter } from '#server/ports/media/ingest/loudness.ts';
import { spriteFor } from '#server/ports/media/ingest/stills.ts';

test.each([
  [3840, 2160, '1080p 1920x1080, 720p 1280x720, 480p 854x480, 240p 426x240'],
  [1920, 1080, '1080p 1920x1080, 720p 1280x720, 480p 854x480, 240p 426x240'],
  [1920, 804, '1080p 1920x804, 720p 1280x536, 480p 854x358, 240p 426x178'],
  [1440, 1080, '1080p 1440x1080, 720p 960x720, 480p 640x480, 240p 320x240'],
  [1280, 720, '720p 1280x720, 480p 854x480, 240p 426x240'],
  [1024, 576, '576p 1024x576, 480p 854x480, 240p 426x240'],
  [1000, 700, '700p 1000x700, 480p 686x480, 240p 342x240'],
  [1080, 1920, '1080p 1080x1920, 720p 720x1280, 480p 480x854, 240p 240x426'],
  [853, 481, '480p 852x480, 240p 426x240'],
  [160, 90, '90p 160x90'],
  [1, 1, '2p 2x2'],
])('a source of %i×%i becomes %s', (width, height, expected) => {
  const ladder = ladderFor({ width, height });
  expect(ladder.map((rung) => `${rung.name} ${rung.width}x${rung.height}`).join(', ')).toBe(
    expected,
  );
  if (width > 1)
    for (const rung of ladder) expect(rung.width <= width && rung.height <= height).toBe(true);
});

test('AV1 has the sizes of H.264 and two thirds of its rates; the smallest H.264 rung stays last', () => {
  const ladder = withAv1(ladderFor({ width: 1280, height: 720 }));
  expect(ladder.map(({ name, codec, maxKbps }) => `${name} ${codec} ${maxKbps}`)).toEqual([
    '720p-av1 av1 2000',
    '480p-av1 av1 1000',
    '240p-av1 av1 333',
    '720p h264 3000',
    '480p h264 1500',
    '240p h264 500',
  ]);
});

test.each([
  ['24000/1001', '24000/1001', '24000/1001'],
  ['23976/1000', '24000/1001', '24000/1001'],
  ['24/1', '24/1', '24/1'],
  ['25/1', '25/1', '25/1'],
  ['25/1', '50/1', '25/1'],
  ['30000/1001', '30000/1001', '30000/1001'],
  ['30/1', '30/1', '30/1'],
  ['48/1', '48/1', '24/1'],
  ['50/1', '50/1', '25/1'],
  ['60000/1001', '60000/1001', '30000/1001'],
  ['60/1', '60/1', '30/1'],
  ['120/1', '120/1', '30/1'],
  ['15/1', '15/1', '15/1'],
  ['12/1', '12/1', '12/1'],
  ['17/1', '90000/1', '24/1'],
  ['27/1', '30/1', '30/1'],
  ['29/1', '60/1', '30/1'],
  ['2482/100', '25/1', '25/1'],
  ['45/1', '60/1', '30/1'],
  ['28/1', '60000/1001', '30000/1001'],
  ['31/1', '31/1', '30/1'],
  ['40/1', '40/1', '20/1'],
  ['0/0', '25/1', '25/1'],
  ['0/0', '0/0', '25/1'],
])('an average rate of %s and a nominal rate of %s become %s', (average, nominal, expected) => {
  expect(rateText(chooseRate(readRate(average), readRate(nominal)))).toBe(expected);
});

test.each([
  ['25/1', '25/1', false],
  ['27/1', '30/1', false],
  ['15/1', '15/1', false],
  ['2482/100', '25/1', true],
  ['31/1', '31/1', true],
])('a film of %s (nominal %s) is another one than before: %s', (average, nominal, expected) => {
  expect(isNewRate(readRate(average), readRate(nominal))).toBe(expected);
});

test.each([
  [-23, 0],
  [-30, 7],
  [-14, -9],
  [-60, 20],
  [-Infinity, 0],
])('a loudness of %d LUFS gets a gain of %i dB', (integrated, gain) =>
  expect(gainFor({ integrated, truePeak: -20 }, -23)).toBe(gain),
);

test('peaks are limited only if the gain would make them clip', () => {
  expect(loudnessFilter({ integrated: -30, truePeak: -12 }, -23)).not.toContain('alimiter');
  expect(loudnessFilter({ integrated: -30, truePeak: -3 }, -23)).toContain('alimiter');
});

test.each([
  ['tam', 'ta'],
  ['eng', 'en'],
  ['ger', 'de'],
  ['pt_br', 'pt-BR'],
  ['zh-Hant', 'zh-Hant'],
  ['und', 'und'],
  ['', null],
  ['forced', null],
  ['e', null],
])('%s is the language %s', (text, expected) => expect(languageTag(text)).toBe(expected));

test.each([
  [3, 1, 1, 5],
  [87, 10, 2, 5],
  [1200, 10, 24, 5],
  [7200, 10, 24, 30],
])('a film of %i s has %i × %i tiles, one every %i s', (seconds, columns, rows, everySeconds) => {
  expect(spriteFor({ width: 426, height: 178 }, seconds)).toMatchObject({
    columns,
    rows,
    everySeconds,
    width: 160,
    height: 66,
  });
});
