import { useEffect } from 'react';
import { distinctEnglishName } from '#domain/film.ts';
import { commonMessages } from '#messages/common.ts';
import type { ProducerMovie } from '#stores/producer/producer.ts';
import type { Elements } from '#ui/elements.ts';
import { languageAttributes } from '../catalogue/film-link.ts';
import { Icon } from '../catalogue/icons.tsx';

interface ProducerPageProps {
  back: string;
  /** The whole heading; with a film, the part after its name. */
  title: string;
  film?: ProducerMovie | null;
  /** Link to a related page. */
  aside?: Elements;
  actions?: Elements;
  children: Elements;
}

export function ProducerPage({ back, title, film, aside, actions, children }: ProducerPageProps) {
  const heading = film ? film.movieName + title : title;
  useEffect(() => void (document.title = `${heading} · ${commonMessages.brand}`), [heading]);
  return (
    <div className="producer px-gut pt-2.5">
      <p className="flex justify-between gap-4">
        <a className="plain-link" href={back}>
          <Icon name="left" />
          <span>{commonMessages.goBack}</span>
        </a>
        {aside}
      </p>
      <header className="mt-0.5 mb-6 flex flex-wrap items-center justify-between gap-4.5">
        <div className="min-w-0 flex-auto">
          <h1 className="text-[clamp(2.375rem,1.95625rem+1.71vw,3.5rem)] leading-[1.1]">
            {film && (
              <span className="heading-2 whitespace-pre-wrap" {...languageAttributes(film)}>
                {film.movieName}
              </span>
            )}
            <span className="heading-2 whitespace-pre-wrap">{title}</span>
          </h1>
          {film && distinctEnglishName(film) && (
            <p className="english-name mt-1">{distinctEnglishName(film)}</p>
          )}
        </div>
        {actions && (
          <div className="flex flex-wrap justify-end gap-2.5 max-sm:w-full max-sm:[&>.button]:flex-1">
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  );
}
