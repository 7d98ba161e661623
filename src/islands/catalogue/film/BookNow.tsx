import type { Rupees } from '#domain/pricing.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';

interface BookNowProps {
  href: string;
  ticketRate: Rupees;
  /** Data attributes of the film, see filmLink. */
  dataAttributes?: Record<`data-${string}`, string | number>;
}

/** Spec §2: the link text is exactly Book Now. */
export const BookNow = ({ href, ticketRate, dataAttributes }: BookNowProps) => (
  <div className="book-now">
    <a href={href} {...dataAttributes}>
      {text.bookNow}
    </a>
    <p>
      {ticketRate > 0 ? (
        <>
          <span>{displayRupees(ticketRate)}</span> <small>{text.plusGst}</small>
        </>
      ) : (
        text.free
      )}
    </p>
  </div>
);
