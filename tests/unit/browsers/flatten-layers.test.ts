import postcss from 'postcss';
import { expect, test } from 'vitest';
import { flattenLayers } from '#browsers/flatten-layers.ts';

const flatten = (css: string) =>
  postcss([flattenLayers()]).process(css, { from: undefined }).css.replace(/\s+/g, ' ').trim();

test('rules keep the order of their layers by specificity', () => {
  expect(
    flatten(
      '@layer base, components, utilities; @layer utilities { .x { top: 0 } } @layer components { a.y, .z b::before { & i { top: 1px } } } @layer base { p { top: 2px } } q { top: 3px }',
    ),
  ).toBe(
    ':not(#_):not(#_).x { top: 0 } a:not(#_).y, :not(#_).z b::before { & i { top: 1px } } p { top: 2px } q:not(#_):not(#_):not(#_) { top: 3px }',
  );
});

test('keyframes keep their steps, and an unknown layer is refused', () => {
  expect(flatten('@layer utilities { @keyframes turn { from { top: 0 } } }')).toBe(
    '@keyframes turn { from { top: 0 } }',
  );
  expect(() => flatten('@layer later { p { top: 0 } }')).toThrow('later');
});

test('logical sides, viewport heights and selectors get forms that old browsers know', () => {
  expect(
    flatten(
      '@layer base { p { padding-inline: calc(-1 * var(--a)); margin-block: 1px 2px; height: calc(100dvh - 4px) } [hidden]:where(:not([hidden=until-found])), :is(.all > *), .x:is(:where(.group):last-child *)::before { top: 0 } }',
    ),
  ).toBe(
    'p { padding-left: calc(-1 * var(--a)); padding-right: calc(-1 * var(--a)); margin-top: 1px; margin-bottom: 2px; height: calc(100vh - 4px); height: calc(100dvh - 4px) } [hidden]:not([hidden=until-found]), .all > *, .group:last-child .x::before { top: 0 }',
  );
});

test('widths and heights below a number get queries that old browsers know, and other new queries are refused', () => {
  expect(
    flatten('@layer base { @media (width < 700px) and (height<360px) { p { top: 0 } } }'),
  ).toBe('@media (max-width: 699.98px) and (max-height: 359.98px) { p { top: 0 } }');
  expect(flatten('@layer base { @media (700px <= width < 900px) { p { top: 0 } } }')).toBe(
    '@media (min-width: 700px) and (max-width: 899.98px) { p { top: 0 } }',
  );
  expect(
    flatten(
      '@layer base { @media (hover) and (not (min-width:760px)), not (min-height:1px) { p { top: 0 } } }',
    ),
  ).toBe('@media (hover) and (max-width: 759.98px), (max-height: 0.98px) { p { top: 0 } }');
  expect(
    flatten(
      '@layer base { @media (37.5rem <= width < 60rem) and (not (min-height:22.5rem)) { p { top: 0 } } }',
    ),
  ).toBe(
    '@media (min-width: 37.5rem) and (max-width: 59.99875rem) and (max-height: 22.49875rem) { p { top: 0 } }',
  );
  for (const query of ['(width < 40em)', '(hover: none) or (width >= 600px)', 'not (hover)'])
    expect(() => flatten(`@media ${query} { p { top: 0 } }`), query).toThrow('ignore');
});
