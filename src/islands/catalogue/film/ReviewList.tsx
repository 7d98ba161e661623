import type { Review } from '#contract/reviews.ts';
import { HOUSE_ZONE, local } from '#domain/dates.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { Stars } from '#ui/Stars.tsx';

export const ReviewList = ({ reviews }: { reviews: Review[] }) => (
  <ul className="reviews">
    {reviews.map((review) => (
      <li key={review.reviewId}>
        <Stars value={review.rating} label={text.outOf(String(review.rating))} small />
        <p className="lead" dir="auto">
          {review.reviewComments}
        </p>
        <p className="ln">
          <span dir="auto">{review.user.firstName}</span> | {local(review.createdOn, HOUSE_ZONE)?.format('DD MMM YYYY')}
        </p>
      </li>
    ))}
  </ul>
);
