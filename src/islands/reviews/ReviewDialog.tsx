import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import {
  $reviewDialog,
  closeReviewDialog,
  canRate,
  reportReviewFormNotLoaded,
  writtenReview,
} from '#stores/reviews/reviews.ts';
import { Modal } from '#ui/Modal.tsx';
import type { ReviewForm } from './ReviewForm.tsx';

/** Preloads the form for viewers who may rate. */
export function ReviewDialog({ movie }: { movie: MemberMovie }) {
  const [Form, setForm] = useState<typeof ReviewForm | null>(null);
  const isOpen = useStore($reviewDialog) === 'form';
  const isNeeded = (canRate(movie) || isOpen) && !Form;
  useEffect(() => {
    if (!isNeeded) return;
    import('./ReviewForm.tsx').then(
      (loaded) => setForm(() => loaded.ReviewForm),
      () => isOpen && reportReviewFormNotLoaded(),
    );
  }, [isNeeded, isOpen]);
  return (
    <Modal
      open={isOpen && Form !== null}
      title={writtenReview(movie) ? text.edit : text.write}
      onClose={closeReviewDialog}
    >
      {Form && <Form movie={movie} />}
    </Modal>
  );
}
