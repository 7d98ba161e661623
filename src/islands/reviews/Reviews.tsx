import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { $reviewWindow, closeReviewWindow, reviews, writtenReview } from '#stores/reviews.ts';
import { Button } from '#ui/Button.tsx';
import { Modal } from '#ui/Modal.tsx';
import { FormWindow } from './FormWindow.tsx';
import { OwnReview } from './OwnReview.tsx';
import { ReviewPages } from './ReviewPages.tsx';

/** What ticket holders wrote: one's own first, then newest first; and the windows to write and to read (spec §2). */
export function Reviews({ movie }: { movie: MemberMovie }) {
  const shown = useStore($reviewWindow);
  const mine = writtenReview(movie);
  useEffect(() => void reviews.open(movie.movieId), [movie.movieId]);
  return (
    <section className="rev in">
      <header>
        <h2 className="d3">{catalogueMessages.reviews}</h2>
      </header>
      {mine && <OwnReview review={mine} />}
      <ReviewPages mine={mine} />
      <FormWindow movie={movie} />
      <Modal open={shown === 'list'} title={text.listTitle} onClose={closeReviewWindow}>
        {/* First, so that the list begins at its top and the way out stays in sight. */}
        <Button kind="line" small className="sticky top-0 -mt-12 justify-self-end bg-sheet" onClick={closeReviewWindow}>
          {commonMessages.close}
        </Button>
        <ReviewPages />
      </Modal>
    </section>
  );
}
