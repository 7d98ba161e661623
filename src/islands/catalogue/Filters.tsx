import type { FormEvent } from 'react';
import { nativeLanguageName } from '#domain/languages.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { FilterChoices, ListFilter, MovieList } from '#stores/catalogue/movie-list.ts';
import { Icon } from '#ui/icons.tsx';
import { MultiSelect } from './MultiSelect.tsx';

interface FiltersProps extends FilterChoices {
  list: MovieList;
  selected: ListFilter;
  applied: ListFilter;
}

const SHEET = 'filter-sheet';
// "show" and "hide": a click that is replayed after hydration changes nothing.
const openSheet = { type: 'button', popoverTarget: SHEET, popoverTargetAction: 'show' } as const;
const closeSheet = { type: 'button', popoverTarget: SHEET, popoverTargetAction: 'hide' } as const;

/**
 * Spec §2, Movies list. On phones the selects are in a sheet. Chosen: a popover of the browser,
 * because it opens without our script, and because one form serves both widths
 * (styles/filters.css).
 */
export function Filters({ list, selected, applied, languages, genres }: FiltersProps) {
  const filterCount = applied.languages.length + applied.genreIds.length;
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.hidePopover?.();
    void list.apply();
  };
  return (
    <div className="filters">
      <SortToggles list={list} selected={selected} />
      <button className="button secondary open-sheet" {...openSheet}>
        <span>{text.filterBy}</span>
        {filterCount > 0 && <b className="count">{filterCount}</b>}
      </button>
      <form
        id={SHEET}
        className="filter-sheet"
        popover="auto"
        aria-label={text.filterBy}
        onSubmit={apply}
      >
        <div className="sheet-head">
          <h2 className="heading-3">{text.filterBy}</h2>
          <button {...closeSheet} className="button secondary square" aria-label={text.close}>
            <Icon name="close" />
          </button>
        </div>
        <MultiSelect
          label={text.selectLanguage}
          placeholder={text.any}
          choices={languages.map(({ languageName: name }) => ({
            value: name,
            label: name,
            nativeName: nativeLanguageName(name),
          }))}
          chosen={selected.languages}
          onChange={(chosen) => list.select({ languages: chosen })}
        />
        <MultiSelect
          label={text.selectGenre}
          placeholder={text.any}
          choices={genres.map(({ genreId, genreName }) => ({
            value: String(genreId),
            label: genreName,
          }))}
          chosen={selected.genreIds.map(String)}
          onChange={(chosen) => list.select({ genreIds: chosen.map(Number) })}
        />
        <div className="filter-actions">
          <button className="button" type="submit">
            {text.apply}
          </button>
          <button {...closeSheet} className="button secondary" onClick={() => list.reset()}>
            {text.reset}
          </button>
        </div>
      </form>
    </div>
  );
}

const SortToggles = ({ list, selected: { sortBy } }: Pick<FiltersProps, 'list' | 'selected'>) => (
  <fieldset>
    <legend className="label">{text.sortBy}</legend>
    <div className="segmented-control">
      <button
        type="button"
        aria-pressed={sortBy.rating ?? false}
        onClick={() => list.sort({ rating: !sortBy.rating })}
      >
        {text.byRating}
      </button>
      <button
        type="button"
        aria-pressed={sortBy.dates ?? false}
        onClick={() => list.sort({ dates: !sortBy.dates })}
      >
        {text.byDates}
      </button>
    </div>
  </fieldset>
);
