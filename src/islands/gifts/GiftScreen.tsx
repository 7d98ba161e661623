import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Gift } from '#contract/gifts.ts';
import { fromWire } from '#domain/dates.ts';
import { posterUrl } from '#domain/film.ts';
import { displayDateTime } from '#domain/format/date-times.ts';
import { giftMessages as text } from '#messages/gifts.ts';
import { href } from '#routes.ts';
import { $booking, viewerZone } from '#stores/booking/booking.ts';
import { $gift, chooseHour, claimGift, leaveChoice, openGift } from '#stores/gifts/gift.ts';
import { $session } from '#stores/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { BookingForm } from '../booking/BookingForm.tsx';
import { FilmSummary } from '../booking/FilmSummary.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { GiftMessage } from './GiftMessage.tsx';

/** The page behind the link of a gift: what it is, then the hour, then the ticket. */
export function GiftScreen() {
  const { status, gift, refusal, isChoosing } = useStore($gift);
  const { movie } = useStore($booking);
  useEffect(() => {
    const open = () => void openGift();
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);

  if (isChoosing && movie)
    return (
      <BookingForm
        movie={movie}
        title={text.chooseHour}
        back={<BackToGift />}
        SubmitButton={ClaimButton}
      />
    );
  return (
    <div className="px-gut grid max-w-[44rem] gap-6 pt-8 pb-22 lg:pt-14">
      <h1 className="heading-2">{text.title}</h1>
      {status === 'process' && <Loading className="h-72" />}
      {status === 'success' && gift && <Letter gift={gift} />}
      {status === 'error' && (refusal ? <Refusal refusal={refusal} /> : <NotLoaded />)}
      {status === 'noData' && (
        <EmptyBox title={text.incomplete} sentence={text.incompleteNote}>
          <FilmsLink />
        </EmptyBox>
      )}
    </div>
  );
}

const Letter = ({
  gift: { giverName, receiverName, message, claimUntil, movie },
}: {
  gift: Gift;
}) => (
  <>
    {(giverName || receiverName) && (
      <p className="lead-text wrap-anywhere">
        {receiverName && <span>{`${text.forReceiver(receiverName)}. `}</span>}
        {giverName && <span>{`${text.from(giverName)}.`}</span>}
      </p>
    )}
    <div className="ticket">
      <div className="ticket-main">
        <FilmSummary film={{ ...movie, moviePoster: posterUrl(movie) }} />
      </div>
      <div className="ticket-stub">
        <p>
          <span>{text.paidFor}</span>{' '}
          <span>{text.chooseBefore(displayDateTime(fromWire(claimUntil)!, viewerZone()))}</span>
        </p>
      </div>
    </div>
    {message && <GiftMessage message={message} />}
    <ChooseHour />
  </>
);

function ChooseHour() {
  const { status, error } = useStore(chooseHour.$state);
  const session = useStore($session);
  return (
    <div className="grid justify-items-start gap-2.5">
      <Button
        className="max-sm:w-full"
        busy={status === 'process'}
        onClick={() => void chooseHour.run()}
      >
        {text.chooseHour}
      </Button>
      {!session && <p className="small text-soft">{text.signInFirst}</p>}
      <ErrorText error={error} />
    </div>
  );
}

function BackToGift() {
  return (
    <Button kind="text" className="plain-link" onClick={leaveChoice}>
      <Icon name="left" />
      <span>{text.backToGift}</span>
    </Button>
  );
}

function ClaimButton({ className }: { className: string }) {
  const { status } = useStore(claimGift.$state);
  const { isClaimed } = useStore($gift);
  return (
    <Button
      className={className}
      busy={status === 'process' || isClaimed}
      busyLabel={text.claiming}
      onClick={() => void claimGift.run()}
    >
      {text.claim}
    </Button>
  );
}

function Refusal({ refusal }: { refusal: string }) {
  const session = useStore($session);
  return (
    <EmptyBox title={text.cannotClaim} sentence={refusal}>
      {session ? (
        <a className="button secondary" href={href('purchaseHistory')}>
          {text.history}
        </a>
      ) : (
        <FilmsLink />
      )}
    </EmptyBox>
  );
}

const NotLoaded = () => <LoadError sentence={text.loadFailed} onRetry={openGift} />;

const FilmsLink = () => (
  <a className="button secondary" href={href('movies')}>
    {text.toTheFilms}
  </a>
);
