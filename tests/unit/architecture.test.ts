import { expect, test } from 'vitest';
import { drawnPage, readPage } from '../support/draw-architecture.ts';

test('docs/architecture.md has the current diagrams of imports; after a change, run `npm run architecture`', () => {
  const page = readPage();
  expect(page).toBe(drawnPage(page));
});
