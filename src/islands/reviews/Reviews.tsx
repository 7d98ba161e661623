import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { $reviewDialog, closeReviewDialog, reviews, writtenReview } from '#stores/reviews.ts';
import { Button } from '#ui/Button.tsx';
import { Modal } from '#ui/Modal.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { OwnReview } from './OwnReview.tsx';
import { ReviewPages } from './ReviewPages.tsx';

/** Reviews of ticket holders: the viewer's own first, then the newest (spec §2). */
export function Reviews({ movie }: { movie: MemberMovie }) {
  const shown = useStore($reviewDialog);
  const mine = writtenReview(movie);
  useEffect(() => void reviews.open(movie.movieId), [movie.movieId]);
  const list = (
    <>
      {mine && <OwnReview review={mine} />}
      <ReviewPages mine={mine} />
    </>
  );
  return (
    <section className="film-reviews px-gut">
      <header>
        <h2 className="heading-3">{catalogueMessages.reviews}</h2>
      </header>
      {list}
      <ReviewDialog movie={movie} />
      <Modal open={shown === 'list'} title={text.listTitle} onClose={closeReviewDialog}>
        {/* First, so that the list starts at its top and Close stays in view. */}
        <Button
          kind="secondary"
          small
          className="sticky top-0 -mt-12 justify-self-end bg-sheet"
          onClick={closeReviewDialog}
        >
          {commonMessages.close}
        </Button>
        {list}
      </Modal>
    </section>
  );
}
