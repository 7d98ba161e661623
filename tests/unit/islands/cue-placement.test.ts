import { expect, test } from 'vitest';
import {
  type CueSettings,
  hasUsualPlace,
  placeCue,
} from '../../../src/islands/playback/cue-placement.ts';

const cue = (settings: Partial<CueSettings> = {}): CueSettings => ({
  line: 'auto',
  snapToLines: true,
  position: 'auto',
  size: 100,
  align: 'center',
  vertical: '',
  ...settings,
});
const percent = { snapToLines: false };

test.each<[string, Partial<CueSettings>, object]>([
  ['at the top', { line: 0 }, { top: '0em', left: '0%', width: '100%', textAlign: 'center' }],
  ['on the second line', { line: 1 }, { top: '1.75em' }],
  ['on the second line from the bottom', { line: -2 }, { bottom: '1.75em' }],
  ['in the middle', { line: 50, ...percent }, { top: '50%', transform: 'translateY(-50%)' }],
  ['at the left', { align: 'left' }, { bottom: '0', left: '0%', width: '100%', textAlign: 'left' }],
  ['at the right', { align: 'right' }, { left: '0%', width: '100%', textAlign: 'right' }],
  ['narrow around a position', { position: 30, size: 40 }, { left: '10%', width: '40%' }],
  ['wider than its place', { position: 30, size: 80 }, { left: '0%', width: '60%' }],
  ['from a position on', { position: 30, align: 'start', size: 90 }, { left: '30%', width: '70%' }],
  ['up to a position', { position: 30, align: 'end', size: 20 }, { left: '10%', width: '20%' }],
  [
    'vertical',
    { vertical: 'rl' },
    { right: '0', top: '0%', height: '100%', writingMode: 'vertical-rl' },
  ],
])('a caption %s', (_, settings, styles) => {
  expect(hasUsualPlace(cue(settings))).toBe(false);
  expect(placeCue(cue(settings), false)).toMatchObject(styles);
});

test('the start of a text from right to left is at the right', () => {
  expect(placeCue(cue({ position: 90, align: 'start', size: 30 }), true)).toMatchObject({
    left: '60%',
    width: '30%',
  });
});

test('without settings, a caption has its usual place', () => {
  expect(hasUsualPlace(cue())).toBe(true);
  expect(hasUsualPlace(cue({ line: -1, position: 50 }))).toBe(true);
});
