import { expect, test } from 'vitest';
import { type Foreground, lowestContrast } from '../../scripts/contrast/lowest-contrast.ts';

const WIDTH = 12;
/** A row of grey pixels, 12 wide and 1 high. */
const row = (...greys: number[]) => ({
  data: Uint8Array.from(greys.flatMap((grey) => [grey, grey, grey])),
  width: WIDTH,
  height: 1,
});
const repeat = (grey: number, count: number) => Array.from({ length: count }, () => grey);
const whiteText: Foreground = {
  kind: 'text',
  what: 'Night Rail',
  colour: [255, 255, 255],
  box: { left: 0, top: 0, width: WIDTH, height: 1 },
};

test('only pixels under and around the letters count', () => {
  const background = row(...repeat(0, 8), ...repeat(250, 4));
  const page = row(255, 255, ...repeat(0, 6), ...repeat(250, 4));
  expect(lowestContrast([whiteText], page, background).text.contrast).toBeCloseTo(21);
  const longer = row(...repeat(255, 7), 0, ...repeat(250, 4));
  expect(lowestContrast([whiteText], longer, background).text).toMatchObject({
    contrast: expect.closeTo(1.04, 1),
    what: 'Night Rail',
  });
});

test('text in the colour of its background has no contrast', () => {
  const white = row(...repeat(255, WIDTH));
  expect(lowestContrast([whiteText], white, white).text.contrast).toBeCloseTo(1);
});
