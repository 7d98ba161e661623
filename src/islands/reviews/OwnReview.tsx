import type { OwnReview as Own } from '#contract/reviews.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { ReviewText } from '../catalogue/film/ReviewList.tsx';

export const OwnReview = ({ review }: { review: Own }) => (
  <div
    className="own-review mb-8 border-l-3 border-act bg-sheet px-5 py-4 [&>*+*]:mt-2"
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
