import { nativeLanguageName } from '#domain/languages.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { FilterChoices, ListFilter, MovieList } from '#stores/movie-list.ts';
import { MultiSelect } from './MultiSelect.tsx';

interface FiltersProps extends FilterChoices {
  list: MovieList;
  selected: ListFilter;
}

/** Spec §2, Movies list. */
export function Filters({ list, selected, languages, genres }: FiltersProps) {
  return (
    <form
      className="filters"
      aria-label={text.filterBy}
      onSubmit={(event) => {
        event.preventDefault();
        void list.apply();
      }}
    >
      <fieldset>
        <legend className="label">{text.sortBy}</legend>
        <div className="segmented-control">
          <button
            type="button"
            aria-pressed={selected.sortBy.rating ?? false}
            onClick={() => list.sort({ rating: !selected.sortBy.rating })}
          >
            {text.byRating}
          </button>
          <button
            type="button"
            aria-pressed={selected.sortBy.dates ?? false}
            onClick={() => list.sort({ dates: !selected.sortBy.dates })}
          >
            {text.byDates}
          </button>
        </div>
      </fieldset>
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
        choices={genres.map(({ genreId, genreName }) => ({ value: String(genreId), label: genreName }))}
        chosen={selected.genreIds.map(String)}
        onChange={(chosen) => list.select({ genreIds: chosen.map(Number) })}
      />
      <div className="filter-actions">
        <button className="button" type="submit">
          {text.apply}
        </button>
        <button className="button secondary" type="button" onClick={() => list.reset()}>
          {text.reset}
        </button>
      </div>
    </form>
  );
}
