import { languageCode } from '#domain/languages.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { FilterChoices, ListFilter, MovieList } from '#stores/movie-list.ts';
import { MultiSelect, type Choice } from './MultiSelect.tsx';

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
      <fieldset className="sort">
        <legend className="lab">{text.sortBy}</legend>
        <div className="seg">
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
        choices={languages.map(languageChoice)}
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
      <div className="go">
        <button className="btn" type="submit">
          {text.apply}
        </button>
        <button className="btn line" type="button" onClick={() => list.reset()}>
          {text.reset}
        </button>
      </div>
    </form>
  );
}

function languageChoice({ languageName }: FilterChoices['languages'][number]): Choice {
  const lang = languageCode(languageName);
  const nativeName = lang && new Intl.DisplayNames([lang], { type: 'language' }).of(lang);
  return {
    value: languageName,
    label: languageName,
    nativeName: nativeName && nativeName !== languageName ? { text: nativeName, lang } : undefined,
  };
}
