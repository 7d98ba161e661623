import { displayRupees } from '#domain/pricing.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';

interface BookNowProps {
  href: string;
  ticketRate: number;
  /** Marks of the film that the link is about, for the signed-in. */
  marks?: Record<`data-${string}`, string | number>;
}

/** The one button that is a ticket. The link's text is exactly Book Now; the price stands beside it. */
export const BookNow = ({ href, ticketRate, marks }: BookNowProps) => (
  <div className="tear">
    <a href={href} {...marks}>
      {text.bookNow}
    </a>
    <p>
      {ticketRate > 0 ? (
        <>
          {displayRupees(ticketRate)} <small>{text.plusGst}</small>
        </>
      ) : (
        text.free
      )}
    </p>
  </div>
);
