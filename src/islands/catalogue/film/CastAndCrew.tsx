import type { Movie } from '#contract/catalogue.ts';
import { imageUrl } from '#domain/images.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { Icon } from '../icons.tsx';
import { IMAGE_BASE } from '../image-base.ts';

export const CastAndCrew = ({ actors }: { actors: Movie['movieActors'] }) =>
  actors.length > 0 && (
    <section>
      <h2 className="heading-3">{text.castAndCrew}</h2>
      <ul className="cast">
        {actors.map(({ actorRole, actor }) => (
          <li key={`${actor.actorName} ${actorRole}`}>
            <span className="portrait">
              {actor.actorImage ? (
                <img src={imageUrl(actor.actorImage, IMAGE_BASE)} alt="" width="52" height="52" loading="lazy" />
              ) : (
                <Icon name="person" />
              )}
            </span>
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
