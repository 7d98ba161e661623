import { type KeyboardEvent, useState } from 'react';
import { type Country, findCountries } from '#domain/countries.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { PopupField, useCombobox, usePopup } from '#ui/Picker.tsx';

const POPUP_CLASSES =
  'grid grid-rows-[auto_minmax(0,1fr)] overflow-hidden p-0 max-sm:h-[80dvh] max-sm:max-h-none sm:right-auto sm:max-h-105 sm:w-85';
const OPTION_CLASSES =
  'justify-between leading-[1.3] aria-selected:font-semibold data-active:outline-2 data-active:-outline-offset-2 data-active:outline-action';

interface CountrySelectProps {
  countries: readonly Country[];
  country: Country;
  onChange: (country: Country) => void;
}

/** A select with search by name, dial code and ISO code. */
export function CountrySelect({ countries, country, onChange }: CountrySelectProps) {
  const [search, setSearch] = useState('');
  const popup = usePopup();
  const found = popup.isOpen ? findCountries(countries, search) : [];
  const list = useCombobox(popup, {
    count: found.length,
    isListed: popup.isOpen,
    // Enter without a result must not submit the form.
    onEnter: () => undefined,
  });
  const searchFor = (typed: string) => {
    setSearch(typed);
    list.activate(typed ? 0 : countries.findIndex(({ code }) => code === country.code));
  };
  const choose = (chosen: Country) => {
    popup.close();
    onChange(chosen);
  };
  // Like a native select: an arrow key opens the list, a letter starts the search.
  const onKeyDown = (event: KeyboardEvent) => {
    const isLetter =
      event.key.length === 1 &&
      event.key !== ' ' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey;
    if (!isLetter && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    searchFor(isLetter ? event.key : '');
  };

  return (
    <PopupField
      popup={popup}
      label={text.country}
      isLabelHidden
      value={
        <>
          <span>{country.name}</span>
          <span className="tabular shrink-0 overflow-visible!">{`+${country.dial_code}`}</span>
        </>
      }
      button={{
        className: 'control justify-start! gap-1.5! [&>svg]:ml-auto',
        onClick: () => (popup.isOpen ? popup.close() : searchFor('')),
        onKeyDown,
      }}
      role="dialog"
      popupClass={POPUP_CLASSES}
    >
      {popup.isOpen && (
        <>
          <div className="border-b border-line p-2.5">
            <input
              {...list.inputProps}
              className="control border! border-control-border!"
              aria-label={text.countrySearch}
              placeholder={text.countrySearch}
              spellCheck={false}
              enterKeyHint="done"
              autoFocus
              value={search}
              onChange={(event) => searchFor(event.target.value)}
            />
          </div>
          <ul {...list.listProps} aria-label={text.country} className="overflow-y-auto py-1.5">
            {found.map((each, index) => (
              <li
                key={each.code}
                {...list.optionProps(index, each.code === country.code)}
                className={OPTION_CLASSES}
                onClick={() => choose(each)}
              >
                <span>{each.name}</span>
                <span className="tabular text-soft">{`+${each.dial_code}`}</span>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p role="status">{text.noCountry}</p>}
        </>
      )}
    </PopupField>
  );
}
