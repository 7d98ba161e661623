import type { OwnReview as Own } from '#contract/reviews.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { ReviewText } from '../catalogue/film/ReviewList.tsx';

/** What this viewer wrote, marked as such; it is edited by the button under the rating. */
export const OwnReview = ({ review }: { review: Own }) => (
  <div className="own" role="group" aria-label={text.yourReview}>
    <p className="wide soft" aria-hidden="true">
      {text.yourReview}
    </p>
    {review.isHidden && <p className="sm">{text.hiddenByHouse}</p>}
    <ReviewText review={review} isUnfolded />
  </div>
);
