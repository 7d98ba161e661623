import type { Review } from '#contract/reviews.ts';
import { languageOf } from '#domain/review.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { reviewMessages } from '#messages/reviews.ts';
import { Stars } from '#ui/Stars.tsx';
import { LocalDate } from '../LocalDate.tsx';

export const ReviewList = ({ reviews }: { reviews: Review[] }) => (
  <ul className="reviews">
    {reviews.map((review) => (
      <li key={review.reviewId}>
        <ReviewText review={review} />
      </li>
    ))}
  </ul>
);

interface ReviewTextProps {
  review: Review;
  /** Whether what tells the story is read at once, as by its own author. */
  isUnfolded?: boolean;
}

/** Stars, words, who and when. What tells the story waits to be opened; that needs no script. */
export const ReviewText = ({ review, isUnfolded = false }: ReviewTextProps) => (
  <>
    <Stars value={review.rating} label={text.outOf(String(review.rating))} small />
    {review.hasSpoilers && !isUnfolded ? (
      <details className="spoiler">
        <summary>{reviewMessages.spoilerAhead}</summary>
        <Words>{review.reviewComments}</Words>
      </details>
    ) : (
      <Words>{review.reviewComments}</Words>
    )}
    <p className="ln">
      <span dir="auto">{review.user.firstName}</span> | <LocalDate wire={review.createdOn} as="words" />
    </p>
  </>
);

const Words = ({ children }: { children: string }) => (
  <p className="lead" dir="auto" lang={languageOf(children)}>
    {children}
  </p>
);
