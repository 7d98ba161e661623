import { useStore } from '@nanostores/react';
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react';
import type { MovieSummary } from '#contract/catalogue.ts';
import { posterUrl, distinctEnglishName } from '#domain/film.ts';
import { SEARCH_MAX_LETTERS } from '#domain/limits/catalogue.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { $search, enterSearch, cancelEnter, searchFor } from '#stores/catalogue/catalogue.ts';
import { SearchStatus, useCombobox, usePopup } from '#ui/Picker.tsx';
import { filmLink, colourStyle, languageAttributes } from './film-link.ts';
import { Icon } from './icons.tsx';
import { FilmPoster } from './FilmPoster.tsx';

export function SearchBox() {
  const { term, lists, movies, status, isCut, isEntered } = useStore($search, { ssr: 'initial' });
  const count = lists.length + movies.length;
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const popup = usePopup(true);
  const isListed = popup.isOpen && term !== '';
  const combobox = useCombobox(popup, {
    count,
    isListed,
    onEnter: () => {
      // The list is closed, but its results are known: Enter opens the first.
      if (count > 0) return panel.current?.querySelector('a')?.click();
      popup.open();
      return enterSearch();
    },
    onEscape: () => input.current?.blur(),
  });

  const search = () => {
    const field = input.current;
    if (!field) return;
    const acceptedTerm = searchFor(field.value);
    if (acceptedTerm !== field.value) field.value = acceptedTerm;
  };
  // Layout effect: text typed before hydration is searched before a replayed Enter.
  useLayoutEffect(search, []);

  useEffect(() => {
    if (!isEntered || count === 0) return;
    cancelEnter();
    panel.current?.querySelector('a')?.click();
  }, [isEntered, count]);
  useEffect(() => {
    if (!popup.isOpen) cancelEnter();
  }, [popup.isOpen]);

  return (
    <div {...popup.rootProps} className="search-box" role="search">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        name="search"
        enterKeyHint="search"
        aria-label={text.searchLabel}
        placeholder={text.searchLabel}
        {...combobox.inputProps}
        onInput={() => {
          combobox.activate(-1);
          search();
        }}
        onFocus={popup.open}
      />
      <div ref={panel} className="popup" hidden={!isListed}>
        {isCut && <p role="status">{text.searchCut(SEARCH_MAX_LETTERS)}</p>}
        <SearchStatus
          status={status}
          texts={{
            process: text.searching,
            noData: text.movieNotFound,
            error: text.moviesLoadFailed,
            success: text.results(movies.length, lists.length),
          }}
        />
        {status === 'noData' && (
          <p>
            <a
              className="text-action underline decoration-1 underline-offset-4"
              href={href('movies')}
            >
              {text.allMovies}
            </a>
          </p>
        )}
        <ul {...combobox.listProps} aria-label={text.searchLabel}>
          {lists.map(({ name, title, href: address }, index) => (
            <li key={address} role="presentation">
              <a {...combobox.optionProps(index)} href={address} tabIndex={-1}>
                <span className="poster-frame grid aspect-square place-items-center">
                  <Icon name="search" />
                </span>
                <span>
                  <span className="name">{name}</span>
                  <span className="details">{title}</span>
                </span>
              </a>
            </li>
          ))}
          {movies.map((movie, index) => (
            <Option
              key={movie.movieId}
              movie={movie}
              {...combobox.optionProps(lists.length + index)}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

/**
 * Spec §2, Header: a search result always opens the movie details, so `data-movie-type` is empty.
 */
const Option = ({ movie, ...option }: { movie: MovieSummary } & ComponentProps<'a'>) => (
  <li role="presentation">
    <a {...option} {...filmLink(movie)} tabIndex={-1} data-movie-type="">
      <span className="poster-frame" style={colourStyle(movie.posterGel)}>
        <FilmPoster film={movie} address={posterUrl(movie)} sizes="34px" small />
      </span>
      <span>
        <span className="name" {...languageAttributes(movie)}>
          {movie.movieName}
        </span>
        <span className="details">
          {[distinctEnglishName(movie), movie.primaryLanguage].filter(Boolean).join(' | ')}
        </span>
      </span>
    </a>
  </li>
);
