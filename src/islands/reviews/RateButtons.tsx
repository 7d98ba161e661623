import type { MemberMovie } from '#contract/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { canRate, openReviewForm, openReviewList, writtenReview } from '#stores/reviews/reviews.ts';
import { Button } from '#ui/Button.tsx';

/** Rating is possible while the ticket is open (spec §6). */
export function RateButtons({ movie }: { movie: MemberMovie }) {
  const hasReviews = movie.overallRank > 0;
  if (!canRate(movie) && !hasReviews) return null;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 pt-5">
      {canRate(movie) && (
        <Button kind="secondary" onClick={openReviewForm}>
          {writtenReview(movie) ? text.edit : catalogueMessages.rateThis}
        </Button>
      )}
      {hasReviews && (
        <Button kind="text" onClick={openReviewList}>
          {text.allReviews(movie.overallRank)}
        </Button>
      )}
    </div>
  );
}
