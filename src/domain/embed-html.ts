import { escapeXml } from './sitemap.ts';

interface TicketButton {
  /** Absolute. */
  scriptUrl: string;
  filmUrl: string;
  movieId: number;
  from: string;
  /** The link's text where the script does not run. */
  linkText: string;
}

/** The HTML that puts the ticket button of a film on another site (src/embed). */
export const ticketButtonHtml = ({
  scriptUrl,
  filmUrl,
  movieId,
  from,
  linkText,
}: TicketButton): string =>
  `<script src="${escapeXml(scriptUrl)}" async></script>
<matinee-ticket film="${movieId}" from="${from}">
  <a href="${escapeXml(filmUrl)}">${escapeXml(linkText)}</a>
</matinee-ticket>`;
