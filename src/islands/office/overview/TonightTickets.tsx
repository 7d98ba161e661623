import { displayNumber } from '#domain/format/numbers.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { OverviewParts } from '#stores/office/overview.ts';
import { operationHref } from '#stores/office/view.ts';

type Tonight = NonNullable<NonNullable<OverviewParts['tonight']>['data']>;

/** Chosen: as high as the list of what waits. The page of the report has all films. */
const MAX_FILMS = 7;

export function TonightTickets({ tonight: { films, tickets } }: { tonight: Tonight }) {
  const hidden = films.length - MAX_FILMS;
  return (
    <section className="office-section">
      <h2 className="heading-4">{text.tonight}</h2>
      <p className="small">{text.tonightNote}</p>
      {films.length === 0 ? (
        <p>{text.noTickets}</p>
      ) : (
        <table className="office-figures" aria-label={text.tonight}>
          <thead>
            <tr>
              <th scope="col">{text.film}</th>
              <th scope="col">{text.tickets}</th>
            </tr>
          </thead>
          <tbody>
            {films.slice(0, MAX_FILMS).map(({ film, movieName, tickets: count }) => (
              <tr key={film}>
                <th scope="row">{movieName ?? film}</th>
                <td>{displayNumber(count)}</td>
              </tr>
            ))}
            {hidden > 0 && (
              <tr>
                <th scope="row">
                  <a href={operationHref({ noun: 'report', verb: 'tonight' })}>
                    {text.moreFilms(hidden)}
                  </a>
                </th>
                <td>
                  {displayNumber(
                    films.slice(MAX_FILMS).reduce((sum, film) => sum + film.tickets, 0),
                  )}
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text.allFilms}</th>
              <td>{displayNumber(tickets)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}
