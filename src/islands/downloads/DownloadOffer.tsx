import { useId, useState } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayBytes } from '#domain/format/bytes.ts';
import { downloadMessages as text } from '#messages/downloads.ts';
import { closeOffer, type Offer, openOffer, startDownload } from '#stores/downloads/downloads.ts';
import { Button } from '#ui/Button.tsx';
import { LoadError, Loading } from '../loading/LoadStates.tsx';
import { prefersAv1 } from '../playback/choose-codec.ts';

export function DownloadOffer({ order, offer }: { order: Order; offer: Offer }) {
  if (offer.status === 'process') return <Loading className="h-40" />;
  if (offer.status === 'error')
    return <LoadError title={text.offerFailed} onRetry={() => openOffer(order, prefersAv1)} />;
  return <QualityForm order={order} offer={offer} />;
}

const fits = ({ freeBytes }: Offer, bytes: number) => freeBytes === null || bytes <= freeBytes;

function QualityForm({ order, offer }: { order: Order; offer: Offer }) {
  const { qualities, freeBytes, isEstimate, tellsWifi } = offer;
  const fitting = qualities.filter(({ bytes }) => fits(offer, bytes));
  const [rendition, setRendition] = useState(fitting[0]?.rendition);
  const [wifiOnly, setWifiOnly] = useState(tellsWifi);
  const chosen = fitting.find((each) => each.rendition === rendition);
  const name = useId();
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) startDownload(order, chosen, wifiOnly);
      }}
    >
      <p>{text.note}</p>
      <fieldset className="grid">
        <legend className="label">{text.quality}</legend>
        {qualities.map((quality) => (
          <label
            key={quality.rendition}
            className="flex min-h-11 items-center gap-3 has-disabled:text-soft"
          >
            <input
              type="radio"
              name={name}
              checked={quality.rendition === rendition}
              disabled={!fits(offer, quality.bytes)}
              onChange={() => setRendition(quality.rendition)}
            />
            <span>{`${text.height(quality.height)} · ${text.size(displayBytes(quality.bytes), isEstimate)}`}</span>
          </label>
        ))}
      </fieldset>
      {freeBytes !== null && (
        <p className="small text-soft">{text.freeSpace(displayBytes(freeBytes))}</p>
      )}
      {fitting.length === 0 && <p role="alert">{text.noSpace}</p>}
      {tellsWifi && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={wifiOnly}
            onChange={({ target }) => setWifiOnly(target.checked)}
          />
          <span>{text.wifiOnly}</span>
        </label>
      )}
      <div className="flex flex-wrap gap-2.5">
        {chosen && <Button type="submit">{text.start}</Button>}
        <Button kind="secondary" onClick={closeOffer}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}
