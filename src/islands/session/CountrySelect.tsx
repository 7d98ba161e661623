import { type Country, findCountries } from '#domain/countries.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { type SearchChoice, SearchSelect } from '#ui/SearchSelect.tsx';

const choiceOf = ({ code, name, dial_code }: Country): SearchChoice => ({
  value: code,
  label: name,
  note: `+${dial_code}`,
});

interface CountrySelectProps {
  countries: readonly Country[];
  country: Country;
  onChange: (country: Country) => void;
}

export const CountrySelect = ({ countries, country, onChange }: CountrySelectProps) => (
  <SearchSelect
    label={text.country}
    searchLabel={text.countrySearch}
    noneText={text.noCountry}
    chosen={choiceOf(country)}
    find={(search) => findCountries(countries, search).map(choiceOf)}
    onChange={(code) => {
      const chosen = countries.find((each) => each.code === code);
      if (chosen) onChange(chosen);
    }}
  />
);
