import { type ReactNode, useEffect } from 'react';
import { commonMessages } from '#messages/common.ts';
import { inOwnScript } from '../catalogue/film-link.ts';
import { Icon } from '../catalogue/icons.tsx';

interface Film {
  movieName: string;
  primaryLanguage: string;
}

interface ProducerFrameProps {
  /** Where Go Back leads. */
  back: string;
  /** The whole heading; with a film, what follows its name. */
  title: string;
  film?: Film | null | undefined;
  /** A way from here to a sister page. */
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** What the producer's pages have in common: the way back, a heading, and what one may do. */
export function ProducerFrame({ back, title, film, aside, actions, children }: ProducerFrameProps) {
  const heading = film ? film.movieName + title : title;
  useEffect(() => void (document.title = `${heading} · ${commonMessages.brand}`), [heading]);
  return (
    <div className="in desk">
      <p className="flex justify-between gap-4">
        <a className="crumb" href={back}>
          <Icon name="left" />
          {commonMessages.goBack}
        </a>
        {aside}
      </p>
      <header>
        <h1>
          {film && (
            <span className="d2" {...inOwnScript(film)}>
              {film.movieName}
            </span>
          )}
          <span className="d2">{title}</span>
        </h1>
        {actions && <div className="acts">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
