import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HOUR } from '#domain/limits/durations.ts';
import { WindowTimeline } from '#islands/booking/WindowTimeline.tsx';

const start = new Date('2026-11-21T13:30:00Z'); // 7.00 PM in Kolkata

/** Parts of the timeline for a film of two hours, with their start and end. */
function timelineParts(hours: number, zone = 'Asia/Kolkata') {
  const window = {
    bookingStartTime: start,
    bookingEndTime: new Date(start.getTime() + hours * HOUR),
  };
  const html = renderToStaticMarkup(
    createElement(WindowTimeline, { window, runningTime: 120, zone }),
  );
  const span = Number(/--span:([\d.]+)/.exec(html)?.[1]);
  const parts = [...html.matchAll(/<i class="(\w+)" style="--a:([\d.]+);--w:([\d.]+)"/g)];
  const ticks = [...html.matchAll(/<span style="--a:([\d.]+)">([^<]+)</g)].map(([, at, label]) => [
    Number(at),
    label,
  ]);
  return {
    span,
    ticks,
    parts: parts.map(([, name, at, wide]) => ({
      name,
      at: Number(at),
      end: Number(at) + Number(wide),
    })),
  };
}

test.each([24, 26, 48])(
  'a window of %d hours has its last tick and the end of the hours too late to finish at the right edge',
  (hours) => {
    const { span, ticks, parts } = timelineParts(hours);
    expect(span).toBe(hours);
    expect(ticks.at(-1)![0]).toBe(span);
    expect(parts.find(({ name }) => name === 'late')).toEqual({
      name: 'late',
      at: hours - 2,
      end: span,
    });
    expect(parts.every(({ end }) => end <= span)).toBe(true);
  },
);

test('the styles scale the timeline by the hours of the window', () => {
  const styles = readFileSync(new URL('../../../src/styles/booking.css', import.meta.url), 'utf8');
  expect(styles).toContain('--h: calc(100% / var(--span));');
});

test('ticks of a window that was extended by two days do not overlap', () => {
  const { ticks, span } = timelineParts(72);
  const gaps = ticks.slice(1).map(([at], index) => (Number(at) - Number(ticks[index]![0])) / span);
  expect(gaps.length).toBeGreaterThan(2);
  // A sixth of the width, four hours of an ordinary window: no label needs more.
  expect(Math.min(...gaps)).toBeGreaterThan(1 / 6);
});
