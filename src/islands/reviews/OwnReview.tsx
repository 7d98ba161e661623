import type { OwnReview as Own } from '#contract/reviews.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { ReviewText } from '../catalogue/film/ReviewList.tsx';

export const OwnReview = ({ review }: { review: Own }) => (
  <div className="own" role="group" aria-label={text.yourReview}>
    <p className="wide soft" aria-hidden="true">
      {text.yourReview}
    </p>
    {review.isHidden && <p className="sm">{text.hiddenByCinema}</p>}
    <ReviewText review={review} isUnfolded />
  </div>
);
