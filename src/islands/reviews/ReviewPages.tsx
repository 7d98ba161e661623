import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { OwnReview } from '#contract/reviews.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { reviews } from '#stores/reviews/reviews.ts';
import { ReviewList } from '../catalogue/film/ReviewList.tsx';
import { EmptyBox, ListFooter } from '../loading/LoadStates.tsx';

/** Leaves out the viewer's own review, which is shown above. */
export function ReviewPages({ mine }: { mine: OwnReview | null }) {
  const state = useStore(reviews.$state);
  const { status, items, newFrom } = state;
  const isNotMine = ({ reviewId }: { reviewId: number }) => reviewId !== mine?.reviewId;
  const otherReviews = items.filter(isNotMine);
  const list = useRef<HTMLDivElement>(null);
  const awaitedFrom = useRef<number>(null);
  // After Load More the focus moves to the first new review.
  useEffect(() => {
    if (awaitedFrom.current === null || newFrom !== awaitedFrom.current) return;
    awaitedFrom.current = null;
    const first =
      list.current?.querySelectorAll('li')[items.slice(0, newFrom).filter(isNotMine).length];
    if (!first) return;
    first.tabIndex = -1;
    first.focus();
  });
  const loadMore = () => {
    awaitedFrom.current = items.length;
    return reviews.loadMore();
  };

  return (
    <div aria-busy={status === 'process'}>
      <div ref={list}>{otherReviews.length > 0 && <ReviewList reviews={otherReviews} />}</div>
      <ListFooter
        state={state}
        list={{ loadMore, retry: reviews.retry }}
        empty={
          !mine && <EmptyBox title={text.noReviewsTitle} sentence={catalogueMessages.noReview} />
        }
        error={{ title: text.listFailed }}
      />
    </div>
  );
}
