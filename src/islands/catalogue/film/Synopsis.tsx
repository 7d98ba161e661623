import type { Movie } from '#contract/catalogue.ts';
import { splitSynopsis } from '#domain/synopsis.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { languageAttributes } from '../film-link.ts';

/**
 * The HTML has all texts. CSS hides what follows 290 characters, and the text in the film's
 * language; film-page.ts shows both.
 */
const Collapsible = ({ children }: { children: string }) => {
  const { preview, remainder } = splitSynopsis(children);
  if (!remainder) return <span>{preview}</span>;
  return (
    <>
      <span>{preview}</span>
      <span className="ellipsis" aria-hidden="true">
        …
      </span>
      <span className="remainder">{remainder}</span>
    </>
  );
};

export function Synopsis({ movie }: { movie: Movie }) {
  const texts = [movie.movieDescription, movie.movieDescriptionOwn ?? ''].filter(
    (each) => each.trim() !== '',
  );
  if (texts.length === 0) return null;
  const isLong = texts.some((each) => splitSynopsis(each).remainder !== '');
  return (
    <section className={isLong ? 'synopsis long' : 'synopsis'}>
      <h2 className="heading-3">{text.synopsis}</h2>
      {texts.map((each) => (
        <p
          key={each}
          className="lead-text"
          {...(each === movie.movieDescriptionOwn ? languageAttributes(movie) : {})}
        >
          <Collapsible>{each}</Collapsible>
        </p>
      ))}
      {isLong && (
        <button
          className="button text toggle"
          type="button"
          aria-expanded="false"
          data-more={text.readMore}
          data-less={text.readLess}
        >
          {text.readMore}
        </button>
      )}
    </section>
  );
}
