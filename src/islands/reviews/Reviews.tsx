import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import type { OwnReview as Own } from '#contract/reviews.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import {
  $reviewDialog,
  closeReviewDialog,
  reviews,
  writtenReview,
} from '#stores/reviews/reviews.ts';
import { Button } from '#ui/Button.tsx';
import { Modal } from '#ui/Modal.tsx';
import { ReviewText } from '../catalogue/film/ReviewList.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
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
          className="sticky top-0 -mt-12 justify-self-end bg-surface"
          onClick={closeReviewDialog}
        >
          {commonMessages.close}
        </Button>
        {list}
      </Modal>
    </section>
  );
}

const OwnReview = ({ review }: { review: Own }) => (
  <div
    className="own-review mb-8 border-l-3 border-action bg-surface px-5 py-4 [&>*+*]:mt-2"
    role="group"
    aria-label={text.yourReview}
  >
    <p className="wide-label text-soft" aria-hidden="true">
      {text.yourReview}
    </p>
    {review.isHidden && <p className="small">{text.hiddenByCinema}</p>}
    <ReviewText review={review} isUnfolded />
  </div>
);
