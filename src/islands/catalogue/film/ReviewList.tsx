import type { Review } from '#contract/reviews.ts';
import { detectLanguage } from '#domain/review.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { reviewMessages } from '#messages/reviews.ts';
import { Stars } from '#ui/Stars.tsx';
import { LocalDate } from '../LocalDate.tsx';

export const ReviewList = ({ reviews }: { reviews: Review[] }) => (
  <ul className="review-list">
    {reviews.map((review) => (
      <li key={review.reviewId}>
        <ReviewText review={review} />
      </li>
    ))}
  </ul>
);

interface ReviewTextProps {
  review: Review;
  /** Shows spoilers without a click, as for the author. */
  isUnfolded?: boolean;
}

/** Spoilers are folded with `<details>`, which needs no script. */
export const ReviewText = ({ review, isUnfolded = false }: ReviewTextProps) => (
  <>
    <Stars value={review.rating} label={text.outOf(String(review.rating))} small />
    {review.hasSpoilers && !isUnfolded ? (
      <details className="spoiler">
        <summary>{reviewMessages.spoilerAhead}</summary>
        <ReviewComments>{review.reviewComments}</ReviewComments>
      </details>
    ) : (
      <ReviewComments>{review.reviewComments}</ReviewComments>
    )}
    <p className="details">
      <span dir="auto">{review.user.firstName}</span>
      <span>{' | '}</span>
      <LocalDate wire={review.createdOn} as="words" />
    </p>
  </>
);

const ReviewComments = ({ children }: { children: string }) => (
  <p className="lead-text" dir="auto" lang={detectLanguage(children)}>
    {children}
  </p>
);
