import { type ReactNode, useEffect } from 'react';
import { commonMessages } from '#messages/common.ts';
import { languageAttributes } from '../catalogue/film-link.ts';
import { Icon } from '../catalogue/icons.tsx';

interface Film {
  movieName: string;
  primaryLanguage: string;
}

interface ProducerPageProps {
  back: string;
  /** The whole heading; with a film, the part after its name. */
  title: string;
  film?: Film | null | undefined;
  /** Link to a related page. */
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function ProducerPage({ back, title, film, aside, actions, children }: ProducerPageProps) {
  const heading = film ? film.movieName + title : title;
  useEffect(() => void (document.title = `${heading} · ${commonMessages.brand}`), [heading]);
  return (
    <div className="in producer">
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
            <span className="d2" {...languageAttributes(film)}>
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
