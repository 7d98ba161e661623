import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Declaration } from 'postcss';
import { expect, test } from 'vitest';
import { PROJECT } from '../support/project.ts';

/** Text sizes and media queries in rem follow the font size that the viewer has chosen in the browser; those in px do not. */
const TEXT_PROPERTY = /^(font|font-size|line-height|--heading-1)$/;
const PX = /(?<![\w.-])\d*\.?\d+px\b/;

/** Sizes that follow a picture or a screen: the selectors and queries of a style sheet. */
const MAY_HAVE_PX: Record<string, RegExp> = {
  // Parts of a drawing, which has the size of the poster or portrait that is missing.
  'src/styles/parts.css': /\.drawn-poster/,
  'src/styles/film.css': /\.drawn-poster|\.portrait text/,
  // Its size follows the height of the film.
  'src/islands/playback/player.css': /\.film-watermark/,
  // A television has no such setting.
  'src/styles/television.css': /^\(width >= 1600px\)$/,
};
/** Pages that imitate those of providers. */
const NOT_OF_THE_SITE = /^src\/sandbox\//;
/** Programs that show mails and SVG pictures have no such setting, or ignore it. */
const MAY_WRITE_PX = ['src/server/streaming/booking/mails/render-mail.ts'];

const readFiles = (pattern: string) =>
  globSync(pattern, { cwd: PROJECT })
    .filter((path) => !NOT_OF_THE_SITE.test(path))
    .map((path) => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') }));

function sizesInPx({ path, text }: { path: string; text: string }): string[] {
  const root = postcss.parse(text);
  const found: string[] = [];
  const selectorOf = ({ parent }: Declaration) =>
    parent && 'selector' in parent ? parent.selector : '';
  root.walkDecls(TEXT_PROPERTY, (declaration) => {
    const selector = selectorOf(declaration);
    if (PX.test(declaration.value) && !MAY_HAVE_PX[path]?.test(selector))
      found.push(`${path}: ${selector} { ${declaration.prop}: ${declaration.value} }`);
  });
  root.walkAtRules('media', ({ params }) => {
    if (PX.test(params) && !MAY_HAVE_PX[path]?.test(params))
      found.push(`${path}: @media ${params}`);
  });
  return found;
}

/** `text-[15px]`, `leading-[20px]`, `min-[900px]:`, `fontSize: 15`, `font-size: 15px` and `font: 400 15px`. */
const CODE_IN_PX =
  /\b(?:text|leading)-\[[^\]]*\dpx[^\]]*\]|\b(?:min|max)-\[[\d.]+px\]:|\bfontSize: ?['"`]?\d|\bfont-size: ?[\d.]+px|\bfont: ?[^;"'`]*\dpx/g;

test('text sizes and media queries of style sheets are in rem', () => {
  const sheets = readFiles('src/**/*.css');
  const styles = readFiles('src/**/*.astro').flatMap(({ path, text }) =>
    [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) => ({
      path,
      text: style!,
    })),
  );
  expect(sheets.length).toBeGreaterThan(20);
  expect(styles.length).toBeGreaterThan(0);
  expect([...sheets, ...styles].flatMap(sizesInPx)).toEqual([]);
});

test('text sizes and breakpoints of classes and inline styles are in rem', () => {
  const code = readFiles('src/**/*.{ts,tsx,astro}').filter(
    ({ path }) => !MAY_WRITE_PX.includes(path),
  );
  expect(code.length).toBeGreaterThan(100);
  expect(
    code.flatMap(({ path, text }) =>
      [...text.matchAll(CODE_IN_PX)].map(([size]) => `${path}: ${size}`),
    ),
  ).toEqual([]);
});

test.each([
  ['a.css', 'a { font-size: 15px }'],
  ['a.css', 'a { font: 700 15px/1 serif }'],
  ['a.css', '@media (width < 600px) { a { top: 0 } }'],
  ['a.css', '.b { .drawn-poster { font-size: clamp(1rem, 2vw, 20px) } }'],
])('in %s `%s` is found', (path, text) => {
  expect(sizesInPx({ path, text })).toHaveLength(1);
});
