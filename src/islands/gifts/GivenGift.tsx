import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/pricing.ts';
import { giftOrderMessages as text } from '#messages/gift-orders.ts';
import { giftPath, giveFilmPath } from '#routes.ts';
import { giveToAnother } from '#stores/given-gift.ts';
import { $refunding, clearRefund, refundTicket } from '#stores/ticket.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Modal } from '#ui/Modal.tsx';
import { GiftMessage } from './GiftMessage.tsx';

interface GivenGiftProps {
  order: Order;
  /** Receives the order after the gift was taken back. */
  onChange: (order: Order) => void;
}

/** The giver's side of a paid gift: its link, taking it back, and the next gift. */
export function GivenGift({ order, onChange }: GivenGiftProps) {
  const { gift } = order;
  if (!gift) return null;
  return (
    <section className="mb-6.5 grid gap-5 print:hidden">
      {gift.message && (
        <div className="grid gap-1.5">
          <h2 className="label text-17">{text.yourMessage}</h2>
          <GiftMessage message={gift.message} />
        </div>
      )}
      {gift.code && <GiftLink code={gift.code} film={order.orderMovie.movieName} />}
      {gift.state === 'waiting' && !gift.code && <p className="text-soft">{text.linkNotShown}</p>}
      <div className="flex flex-wrap gap-2.5">
        <a className="button secondary" href={giveFilmPath(order.movieId)} onClick={() => giveToAnother(order)}>
          {text.giveAnother}
        </a>
        {gift.state === 'waiting' && <TakeBack order={order} onChange={onChange} />}
      </div>
    </section>
  );
}

function GiftLink({ code, film }: { code: string; film: string }) {
  const id = useId();
  const [outcome, setOutcome] = useState('');
  const link = location.origin + giftPath(code);
  // The clipboard is missing on insecure origins, and the browser may refuse it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setOutcome(text.copied);
    } catch {
      setOutcome(text.copyFailed);
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>{text.link}</label>
      <input
        id={id}
        className="control"
        readOnly
        value={link}
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-2.5 flex flex-wrap items-center gap-2.5">
        <Button onClick={() => void copy()}>{text.copyLink}</Button>
        {'share' in navigator && (
          <Button kind="secondary" onClick={() => void shareLink(link, film)}>
            {text.share}
          </Button>
        )}
        <span className="small" role="status">
          {outcome}
        </span>
      </div>
    </div>
  );
}

/** A cancelled share is no error. */
const shareLink = (url: string, film: string) =>
  navigator.share({ url, text: text.shareText(film) }).catch(() => undefined);

function TakeBack({ order, onChange }: GivenGiftProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    clearRefund();
    setAsking(false);
  };
  return (
    <>
      <Button kind="secondary" onClick={() => setAsking(true)}>
        {text.takeBack}
      </Button>
      <Modal open={isAsking} title={text.takeBack} onClose={close}>
        <TakeBackConfirmation
          order={order}
          onClose={close}
          onChange={(returned) => {
            close();
            onChange(returned);
          }}
        />
      </Modal>
    </>
  );
}

function TakeBackConfirmation({ order, onChange, onClose }: GivenGiftProps & { onClose: () => void }) {
  const { status, error } = useStore($refunding);
  const confirm = () => void refundTicket(order).then((returned) => returned && onChange(returned));
  const { totalRoundedValue } = order;
  return (
    <>
      <p>{totalRoundedValue > 0 ? text.takeBackNote(displayRupees(totalRoundedValue)) : text.takeBackFreeNote}</p>
      <ErrorText error={error} />
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button kind="secondary" onClick={onClose}>
          {text.keep}
        </Button>
        <Button busy={status === 'process'} busyLabel={text.takingBack} onClick={confirm}>
          {text.takeBack}
        </Button>
      </div>
    </>
  );
}
