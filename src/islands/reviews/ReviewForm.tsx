import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import type { MemberMovie } from '#contract/booking.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import {
  saveReviewDraft,
  reviewDraft,
  reviewResolver,
  submitReview,
} from '#stores/reviews/review-form.ts';
import { closeReviewDialog } from '#stores/reviews/reviews.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { StarRating } from '#ui/Stars.tsx';
import { useFieldForm } from '../use-field-form.ts';

/** Spec §5. The draft is stored until the review is saved. */
export function ReviewForm({ movie }: { movie: MemberMovie }) {
  const { status, error } = useStore(submitReview.$state);
  const [{ reviewFields, isRestored }] = useState(() => reviewDraft(movie));
  // Clears the previous error.
  useEffect(() => submitReview.clear(), []);
  const { register, control, handleSubmit, getValues, formState } = useFieldForm({
    resolver: reviewResolver,
    defaultValues: reviewFields,
  });
  // Registered before the comments: the first invalid field gets the focus.
  const { ref, value, onChange } = useController({ name: 'rating', control }).field;
  const { errors } = formState;
  return (
    <form
      className="grid gap-5"
      noValidate
      onChange={() => saveReviewDraft(movie, { ...reviewFields, ...getValues() })}
      onSubmit={handleSubmit((draft) => submitReview.run(movie, draft))}
    >
      {isRestored && <p className="small text-soft">{text.draftKept}</p>}
      <StarRating
        ref={ref}
        legend={text.yourRating}
        nameOf={text.stars}
        value={value}
        onChange={onChange}
        error={errors.rating?.message}
      />
      <TextArea
        label={text.yourComments}
        hint={text.signedWith}
        error={errors.reviewComments?.message}
        rows={5}
        dir="auto"
        {...register('reviewComments')}
      />
      <label className="flex min-h-11 items-center gap-2.5 pr-2.5 font-normal">
        <input type="checkbox" {...register('hasSpoilers')} />
        <span>{text.containsSpoilers}</span>
      </label>
      <ErrorText error={error} />
      <div className="flex flex-wrap gap-2.5 *:flex-[1_1_9rem]">
        <Button kind="secondary" onClick={closeReviewDialog}>
          {text.notNow}
        </Button>
        <Button type="submit" busy={status === 'process'}>
          {text.submit}
        </Button>
      </div>
    </form>
  );
}
