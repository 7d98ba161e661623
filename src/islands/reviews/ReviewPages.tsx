import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { OwnReview } from '#contract/reviews.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { reviews } from '#stores/reviews.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { ReviewList } from '../catalogue/film/ReviewList.tsx';

/** Leaves out the viewer's own review, which is shown above. */
export function ReviewPages({ mine = null }: { mine?: OwnReview | null }) {
  const { status, items, total, newFrom, hasMore } = useStore(reviews.$state);
  const isNotMine = ({ reviewId }: { reviewId: number }) => reviewId !== mine?.reviewId;
  const otherReviews = items.filter(isNotMine);
  const list = useRef<HTMLDivElement>(null);
  const awaitedFrom = useRef<number>(null);
  // After Load More the focus moves to the first new review.
  useEffect(() => {
    if (awaitedFrom.current === null || newFrom !== awaitedFrom.current) return;
    awaitedFrom.current = null;
    const first = list.current?.querySelectorAll('li')[items.slice(0, newFrom).filter(isNotMine).length];
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
      {status === 'noData' && !mine && <EmptyBox title={text.noReviewsTitle} sentence={text.noReviews} />}
      {status === 'error' && (
        <ErrorBox title={text.listFailed}>
          <Button kind="line" onClick={reviews.retry}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {hasMore && status !== 'error' && (
        <div className="loadmore">
          <Button kind="line" busy={status === 'process'} onClick={loadMore}>
            {catalogueMessages.loadMore}
          </Button>
          <span className="sm soft num">{catalogueMessages.shownOf(items.length, total)}</span>
        </div>
      )}
    </div>
  );
}
