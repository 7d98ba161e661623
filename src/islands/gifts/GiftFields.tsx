import { useStore } from '@nanostores/react';
import { GIFT_MESSAGE_MAX_LETTERS, GIFT_NAME_MAX_LETTERS } from '#domain/limits/booking.ts';
import { giftOrderMessages as text } from '#messages/gift-orders.ts';
import { $booking } from '#stores/booking/booking.ts';
import { blankGift, typeGift } from '#stores/gifts/gift-draft.ts';
import { Field, TextArea } from '#ui/Field.tsx';

/** What the giver may type for the receiver. Kept while the payment page is open. */
export function GiftFields() {
  const { giverName, receiverName, message } = useStore($booking).gift ?? blankGift;
  return (
    <div className="mt-5 grid max-w-[40rem] gap-5.5">
      <div className="grid gap-5.5 sm:grid-cols-2">
        <Field
          label={text.receiverName}
          autoComplete="off"
          dir="auto"
          maxLength={GIFT_NAME_MAX_LETTERS}
          value={receiverName ?? ''}
          onChange={({ target }) => typeGift({ receiverName: target.value })}
        />
        <Field
          label={text.giverName}
          autoComplete="name"
          dir="auto"
          maxLength={GIFT_NAME_MAX_LETTERS}
          value={giverName ?? ''}
          onChange={({ target }) => typeGift({ giverName: target.value })}
        />
      </div>
      <TextArea
        label={text.message}
        autoComplete="off"
        dir="auto"
        maxLength={GIFT_MESSAGE_MAX_LETTERS}
        value={message ?? ''}
        onChange={({ target }) => typeGift({ message: target.value })}
      />
      <p className="small text-soft">{text.linkAfterPayment}</p>
    </div>
  );
}
