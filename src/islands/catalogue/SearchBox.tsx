import { useStore } from '@nanostores/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { posterUrl, distinctEnglishName } from '#domain/film.ts';
import { SEARCH_MAX_LETTERS } from '#domain/limits.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { $search, enterSearch, cancelEnter, searchFor } from '#stores/catalogue.ts';
import { filmLink, colourStyle, languageAttributes } from './film-link.ts';
import { Icon } from './icons.tsx';
import { FilmPoster } from './FilmPoster.tsx';

/** Header search: ARIA APG "combobox with list autocomplete". */
export function SearchBox() {
  const { term, movies, status, isCut, isEntered } = useStore($search, { ssr: 'initial' });
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const links = useRef<HTMLUListElement>(null);
  const listId = useId();
  const isListed = isOpen && term !== '';
  const optionId = (index: number) => `${listId}-${index}`;

  const search = () => {
    setOpen(true);
    setChosen(-1);
    const field = input.current;
    if (!field) return;
    const acceptedTerm = searchFor(field.value);
    if (acceptedTerm !== field.value) field.value = acceptedTerm;
  };
  // Layout effect: text typed before hydration is searched before a replayed Enter.
  useLayoutEffect(search, []);

  const openFilm = (index: number) => links.current?.querySelectorAll('a')[index]?.click();
  useEffect(() => {
    if (!isEntered || movies.length === 0) return;
    cancelEnter();
    openFilm(0);
  }, [isEntered, movies]);

  const close = () => {
    setOpen(false);
    cancelEnter();
  };

  const step = (by: number) => {
    setOpen(true);
    if (movies.length > 0) setChosen((chosen + by + movies.length + (chosen < 0 && by < 0 ? 1 : 0)) % movies.length);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => (movies.length > 0 ? openFilm(Math.max(chosen, 0)) : enterSearch()),
    Escape: () => (isListed ? close() : input.current?.blur()),
  };

  return (
    <div
      className="find"
      role="search"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        name="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={text.searchLabel}
        placeholder={text.searchLabel}
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={listId}
        aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
        onInput={search}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act || event.nativeEvent.isComposing) return;
          event.preventDefault();
          act();
        }}
      />
      <div className="finds" hidden={!isListed}>
        {isCut && <p role="status">{text.searchCut(SEARCH_MAX_LETTERS)}</p>}
        <SearchStatus status={status} count={movies.length} />
        <ul id={listId} role="listbox" aria-label={text.searchLabel} ref={links} hidden={movies.length === 0}>
          {movies.map((movie, index) => (
            <Option key={movie.movieId} movie={movie} id={optionId(index)} isChosen={index === chosen} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function SearchStatus({ status, count }: { status: string; count: number }) {
  const texts: Record<string, string> = {
    process: text.searching,
    noData: text.movieNotFound,
    error: text.moviesLoadFailed,
    success: text.results(count),
  };
  return (
    <p role="status" className={status === 'success' ? 'sr' : ''}>
      {texts[status]}
    </p>
  );
}

/** Spec §2, Header: a search result always opens the movie details, so `data-movie-type` is empty. */
const Option = ({ movie, id, isChosen }: { movie: Movie; id: string; isChosen: boolean }) => (
  <li role="presentation">
    <a
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      {...filmLink(movie)}
      data-movie-type=""
      onMouseDown={(event) => event.preventDefault()}
    >
      <span className="frame" style={colourStyle(movie.posterGel)}>
        <FilmPoster film={movie} address={posterUrl(movie)} sizes="34px" small />
      </span>
      <span>
        <span className="nm" {...languageAttributes(movie)}>
          {movie.movieName}
        </span>
        <span className="ln">{[distinctEnglishName(movie), movie.primaryLanguage].filter(Boolean).join(' | ')}</span>
      </span>
    </a>
  </li>
);
