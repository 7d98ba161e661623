import type { Movie } from '#contract/catalogue.ts';
import { imageUrl } from '#domain/images.ts';
import { nameColour } from '#domain/name-colour.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { colourStyle } from '../film-link.ts';
import { IMAGE_BASE } from '../image-base.ts';

export const CastAndCrew = ({ actors }: { actors: Movie['movieActors'] }) =>
  actors.length > 0 && (
    <section>
      <h2 className="heading-3">{text.castAndCrew}</h2>
      <ul className="cast">
        {actors.map(({ actorRole, actor }) => (
          <li key={`${actor.actorName} ${actorRole}`}>
            {actor.actorImage ? (
              <span className="portrait">
                <img
                  src={imageUrl(actor.actorImage, IMAGE_BASE)}
                  alt=""
                  width="52"
                  height="52"
                  loading="lazy"
                />
              </span>
            ) : (
              <Initials name={actor.actorName} />
            )}
            <span>
              <b dir="auto">{actor.actorName}</b>
              <span className="details" dir="auto">
                {actorRole}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );

/**
 * Chosen: spec §2 wants a default icon; initials tell people apart. A browser draws no translated
 * text in an SVG.
 */
const Initials = ({ name }: { name: string }) => (
  <span
    className="portrait"
    aria-hidden="true"
    translate="no"
    style={colourStyle(nameColour(name))}
  >
    <svg viewBox="0 0 52 52">
      <text x="26" y="33" textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  </span>
);

/** The first letters of the first and the last word, with their combining marks. */
const initialsOf = (name: string): string => {
  const words = name.match(/\p{L}\S*/gu) ?? [];
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last].map((word) => /^\P{M}\p{M}*/u.exec(word ?? '')?.[0] ?? '').join('');
};
