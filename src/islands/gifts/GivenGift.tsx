import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { giftOrderMessages as text } from '#messages/gift-orders.ts';
import { giftPath, giveFilmPath } from '#routes.ts';
import { giveToAnother } from '#stores/gifts/given-gift.ts';
import { Button } from '#ui/Button.tsx';
import { CopyableLink } from '#ui/CopyableLink.tsx';
import { RefundButton } from '../history/RefundButton.tsx';
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
        <a
          className="button secondary"
          href={giveFilmPath(order.movieId)}
          onClick={() => giveToAnother(order)}
        >
          {text.giveAnother}
        </a>
        {gift.state === 'waiting' && (
          <RefundButton order={order} texts={takeBackTexts(order)} onChange={onChange} />
        )}
      </div>
    </section>
  );
}

const GiftLink = ({ code, film }: { code: string; film: string }) => {
  const link = location.origin + giftPath(code);
  return (
    <CopyableLink link={link} messages={text}>
      {'share' in navigator && (
        <Button kind="secondary" small onClick={() => void shareLink(link, film)}>
          {text.share}
        </Button>
      )}
    </CopyableLink>
  );
};

/** A cancelled share is no error. */
const shareLink = (url: string, film: string) =>
  navigator.share({ url, text: text.shareText(film) }).catch(() => undefined);

const takeBackTexts = ({ totalRoundedValue }: Order) => ({
  action: text.takeBack,
  note:
    totalRoundedValue > 0
      ? text.takeBackNote(displayRupees(totalRoundedValue))
      : text.takeBackFreeNote,
  keep: text.keep,
  busy: text.takingBack,
});
