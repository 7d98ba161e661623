import { catalogueMessages as text } from '#messages/catalogue.ts';
import { href } from '#routes.ts';

export const TicketRules = () => (
  <p className="ticket-rules small text-soft">
    <span>{text.ticketRules}</span>{' '}
    <a className="underline underline-offset-4" href={href('contactUs')}>
      {text.getHelp}
    </a>
  </p>
);
