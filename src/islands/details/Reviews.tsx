import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages as text } from '#messages/details.ts';
import { reviews } from '#stores/details.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { ReviewList } from '../catalogue/film/ReviewList.tsx';

/** What ticket holders wrote, newest first. */
export function Reviews() {
  const { status, items, total, newFrom, hasMore } = useStore(reviews.$state);
  const list = useRef<HTMLDivElement>(null);
  // After Load More the reader goes on where the new reviews begin.
  useEffect(() => {
    if (newFrom > 0) list.current?.querySelectorAll<HTMLElement>('li')[newFrom]?.focus();
  }, [newFrom]);
  useEffect(() => {
    list.current?.querySelectorAll('li').forEach((each) => (each.tabIndex = -1));
  }, [items]);

  return (
    <section className="rev in" aria-busy={status === 'process'}>
      <header>
        <h2 className="d3">{catalogueMessages.reviews}</h2>
      </header>
      <div ref={list}>{items.length > 0 && <ReviewList reviews={items} />}</div>
      {status === 'noData' && <EmptyBox title={text.noReviewsTitle} sentence={text.noReviews} />}
      {status === 'error' && (
        <ErrorBox title={text.reviewsFailed}>
          <Button kind="line" onClick={reviews.retry}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {hasMore && status !== 'error' && (
        <div className="loadmore">
          <Button kind="line" busy={status === 'process'} onClick={reviews.loadMore}>
            {catalogueMessages.loadMore}
          </Button>
          <span className="sm soft num">{catalogueMessages.shownOf(items.length, total)}</span>
        </div>
      )}
    </section>
  );
}
