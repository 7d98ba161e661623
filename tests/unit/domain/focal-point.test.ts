import { expect, test } from 'vitest';
import { cropAround, parseFocalPoint } from '#domain/focal-point.ts';
import fc from '../../support/fast-check.ts';

const side = fc.integer({ min: 1, max: 9000 });
const percent = fc.integer({ min: 0, max: 100 });

test('a crop is the largest one inside the picture, and contains the focal point', () => {
  fc.assert(
    fc.property(
      side,
      side,
      percent,
      percent,
      fc.constantFrom(2 / 3, 16 / 9),
      (width, height, x, y, ratio) => {
        const crop = cropAround({ width, height }, ratio, { x, y });
        const [right, bottom] = [crop.left + crop.width, crop.top + crop.height];
        expect(
          Math.min(crop.left, crop.top, width - right, height - bottom),
        ).toBeGreaterThanOrEqual(0);
        expect(crop.width === width || crop.height === height).toBe(true);
        expect(Math.abs(crop.width - crop.height * ratio)).toBeLessThanOrEqual(ratio + 1);
        const [pointX, pointY] = [(width * x) / 100, (height * y) / 100];
        expect(pointX).toBeGreaterThanOrEqual(crop.left - 1);
        expect(pointX).toBeLessThanOrEqual(right + 1);
        expect(pointY).toBeGreaterThanOrEqual(crop.top - 1);
        expect(pointY).toBeLessThanOrEqual(bottom + 1);
      },
    ),
  );
});

test.each([
  ['50,30', { x: 50, y: 30 }],
  [' 0 , 100 ', { x: 0, y: 100 }],
  ['101,0', null],
  ['-1,0', null],
  ['50', null],
  ['50,30,20', null],
  ['', null],
])('the focal point "%s" is read', (typed, point) => {
  expect(parseFocalPoint(typed)).toEqual(point);
});
