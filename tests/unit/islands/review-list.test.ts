import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Review } from '#contract/reviews.ts';
import { ReviewList, ReviewText } from '#islands/catalogue/film/ReviewList.tsx';
import { reviewMessages as text } from '#messages/reviews.ts';

const review: Review = {
  reviewId: 1,
  rating: 4,
  reviewComments: 'Slow,\nand meant to be. <b>',
  createdOn: '20-11-2026 19:00:00',
  active: 'Y',
  hasSpoilers: false,
  userId: 2,
  movieId: 3,
  user: { firstName: 'மீனா', userImageName: null },
};
const listOf = (...given: Partial<Review>[]) =>
  renderToStaticMarkup(
    createElement(ReviewList, { reviews: given.map((each) => ({ ...review, ...each })) }),
  );

test('a review shows stars, the text as typed, first name, and the day in India', () => {
  const html = listOf({});
  expect(html).toContain('aria-label="4 / 5"');
  expect(html).toContain('<p class="lead-text" dir="auto">Slow,\nand meant to be. &lt;b&gt;</p>');
  expect(html).toMatch(
    /<span dir="auto">மீனா<\/span><span> \| <\/span><time datetime="2026-11-20T19:00Z"[^>]*>21 Nov 2026<\/time>/i,
  );
  expect(html).not.toContain('<details');
});

test('the language of a review is set if its script identifies the language', () => {
  expect(listOf({ reviewComments: 'நல்ல படம்' })).toContain(
    '<p class="lead-text" dir="auto" lang="ta">',
  );
});

test('only spoilers are folded, and they need no script', () => {
  const html = listOf({}, { reviewId: 2, hasSpoilers: true, reviewComments: 'The butler' });
  expect(html.match(/<details/g)).toHaveLength(1);
  expect(html).toContain(`<details class="spoiler"><summary>${text.spoilerAhead}</summary><p`);
  expect(html).not.toContain('open=""');
});

test('the author of a review sees spoilers unfolded', () => {
  const mine = createElement(ReviewText, {
    review: { ...review, hasSpoilers: true },
    isUnfolded: true,
  });
  expect(renderToStaticMarkup(mine)).not.toContain('<details');
});
