import type { MemberMovie } from '#contract/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { mayRate, openReviewForm, openReviewList, writtenReview } from '#stores/reviews.ts';
import { Button } from '#ui/Button.tsx';

/** Under the rating: to give one's own while the ticket is open (spec §6), and to read what the others wrote. */
export function RateButtons({ movie }: { movie: MemberMovie }) {
  const hasReviews = movie.overallRank > 0;
  if (!mayRate(movie) && !hasReviews) return null;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 pt-5">
      {mayRate(movie) && (
        <Button kind="line" onClick={openReviewForm}>
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
