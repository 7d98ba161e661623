import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { OwnReview } from '#contract/reviews.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { reviews } from '#stores/reviews.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { ReviewList } from '../catalogue/film/ReviewList.tsx';

/** The reviews, page by page; the own one is left out where it stands above already. */
export function ReviewPages({ mine = null }: { mine?: OwnReview | null }) {
  const { status, items, total, newFrom, hasMore } = useStore(reviews.$state);
  const isOthers = ({ reviewId }: { reviewId: number }) => reviewId !== mine?.reviewId;
  const others = items.filter(isOthers);
  const list = useRef<HTMLDivElement>(null);
  const awaited = useRef<number>(null);
  // After Load More the reader goes on where the new reviews begin.
  useEffect(() => {
    if (awaited.current === null || newFrom !== awaited.current) return;
    awaited.current = null;
    const first = list.current?.querySelectorAll('li')[items.slice(0, newFrom).filter(isOthers).length];
    if (!first) return;
    first.tabIndex = -1;
    first.focus();
  });
  const loadMore = () => {
    awaited.current = items.length;
    return reviews.loadMore();
  };

  return (
    <div aria-busy={status === 'process'}>
      <div ref={list}>{others.length > 0 && <ReviewList reviews={others} />}</div>
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
