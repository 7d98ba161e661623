import { expect, test } from 'vitest';
import { ticketButtonHtml } from '#domain/embed-html.ts';

test('the HTML of a ticket button has no markup of the film’s name', () => {
  const html = ticketButtonHtml({
    scriptUrl: 'https://cinema.example/embed/book.js',
    filmUrl: 'https://cinema.example/v/kite/Ab3?from=my-site',
    movieId: 42,
    from: 'my-site',
    linkText: 'Tickets for </a><script>"Kite" & Co',
  });
  expect(html).toBe(`<script src="https://cinema.example/embed/book.js" async></script>
<matinee-ticket film="42" from="my-site">
  <a href="https://cinema.example/v/kite/Ab3?from=my-site">Tickets for &lt;/a&gt;&lt;script&gt;&quot;Kite&quot; &amp; Co</a>
</matinee-ticket>`);
});
