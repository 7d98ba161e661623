import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { posterAddress, secondName } from '#domain/film.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { $search, searchFor } from '#stores/catalogue.ts';
import { filmLink, gel, inOwnScript } from './film-link.ts';
import { Icon } from './icons.tsx';
import { Picture } from './Picture.tsx';

/** The header's search: a combobox whose list stands under the field (ARIA APG, "combobox with list autocomplete"). */
export function SearchBox() {
  const { term, movies, status } = useStore($search, { ssr: 'initial' });
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const links = useRef<HTMLUListElement>(null);
  const listId = useId();
  const isListed = isOpen && term !== '';
  const optionId = (index: number) => `${listId}-${index}`;

  const look = () => {
    setOpen(true);
    setChosen(-1);
    searchFor(input.current?.value ?? '');
  };
  // What was typed before the island woke counts too.
  useEffect(look, []);

  const step = (by: number) => {
    setOpen(true);
    if (movies.length > 0) setChosen((chosen + by + movies.length + (chosen < 0 && by < 0 ? 1 : 0)) % movies.length);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => links.current?.querySelectorAll('a')[Math.max(chosen, 0)]?.click(),
    Escape: () => (isListed ? setOpen(false) : input.current?.blur()),
  };

  return (
    <div
      className="find"
      role="search"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
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
        onInput={look}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act || event.nativeEvent.isComposing) return;
          event.preventDefault();
          act();
        }}
      />
      <div className="finds" hidden={!isListed}>
        <Said status={status} count={movies.length} />
        <ul id={listId} role="listbox" aria-label={text.searchLabel} ref={links} hidden={movies.length === 0}>
          {movies.map((movie, index) => (
            <Option key={movie.movieId} movie={movie} id={optionId(index)} isChosen={index === chosen} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Said({ status, count }: { status: string; count: number }) {
  const words: Record<string, string> = {
    process: text.searching,
    noData: text.movieNotFound,
    error: text.moviesLoadFailed,
    success: text.results(count),
  };
  return (
    <p role="status" className={status === 'success' ? 'sr' : ''}>
      {words[status]}
    </p>
  );
}

/** Spec §2, Header: a signed-in viewer's pick goes to the movie details whatever its type, hence no mark of it. */
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
      <span className="frame" style={gel(movie.posterGel)}>
        <Picture address={posterAddress(movie)} kind="poster" sizes="34px" />
      </span>
      <span>
        <span className="nm" {...inOwnScript(movie)}>
          {movie.movieName}
        </span>
        <span className="ln">{[secondName(movie), movie.primaryLanguage].filter(Boolean).join(' | ')}</span>
      </span>
    </a>
  </li>
);
