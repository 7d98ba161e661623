import { expect, test } from 'vitest';
import { fileTypeFromBuffer } from 'file-type';
import { isOfKind } from '#domain/office-uploads.ts';
import { toVtt } from '#server/ports/media/ingest/captions/to-vtt.ts';
import { canBeText } from '#server/text-encoding.ts';
import { CAPTION_SAMPLES, cuesOf } from '../../support/ingest/caption-files.ts';

test('the table has at least sixty files', () =>
  expect(CAPTION_SAMPLES.length).toBeGreaterThanOrEqual(60));

test.each(CAPTION_SAMPLES)(
  '$habit',
  ({ bytes, language = 'en', encoding, delivered, cues, unreadable = [], damaged = [] }) => {
    const report = toVtt(bytes, language, encoding);
    expect(cuesOf(report.vtt)).toEqual(cues);
    expect(report.unreadable).toEqual({ count: unreadable.length, firstLines: unreadable });
    expect(report.damaged).toEqual({ count: damaged.length, firstLines: damaged });
    expect(report.cueCount + report.unreadable.count).toBe(delivered);
  },
);

test.each(CAPTION_SAMPLES)('the back office takes the file: $habit', async ({ bytes }) => {
  expect(canBeText(bytes)).toBe(true);
  expect(isOfKind('captions', (await fileTypeFromBuffer(bytes))?.mime)).toBe(true);
});

test('noise is not text', () => {
  expect(canBeText(Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251)))).toBe(
    false,
  );
});
