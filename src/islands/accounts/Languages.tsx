import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isLanguageMatch, languageList, nativeLanguageName } from '#domain/languages.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { href } from '#routes.ts';
import { $languages, saveLanguages, toggleLanguage } from '#stores/accounts/account-languages.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { EmptyBox } from '../loading/LoadStates.tsx';
import { WithProfile } from './WithProfile.tsx';

export const Languages = ({ catalogueLanguages }: { catalogueLanguages: string[] }) => (
  <WithProfile height="h-[900px]">
    {() => <LanguageForm catalogueLanguages={catalogueLanguages} />}
  </WithProfile>
);

function LanguageForm({ catalogueLanguages }: { catalogueLanguages: string[] }) {
  const chosenLanguages = useStore($languages);
  const { status, error } = useStore(saveLanguages.$state);
  const [searchText, setSearchText] = useState('');
  const shown = languageList([...catalogueLanguages, ...chosenLanguages]).filter((name) =>
    isLanguageMatch(name, searchText),
  );
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void saveLanguages.run();
      }}
    >
      <Field
        label={text.languageSearch}
        enterKeyHint="search"
        autoComplete="off"
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
        // Enter in the search box must not save.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2 flex w-full items-baseline justify-between gap-4">
          <span className="label">{text.languages}</span>
          <span className="small text-soft tabular">
            {text.languagesChosen(chosenLanguages.length)}
          </span>
        </legend>
        {shown.length > 0 && (
          <ul className="border-t border-line sm:columns-2 sm:gap-x-8">
            {shown.map((name) => (
              <LanguageRow key={name} name={name} isTicked={chosenLanguages.includes(name)} />
            ))}
          </ul>
        )}
        {shown.length === 0 && <EmptyBox title={text.noLanguage} sentence={text.noLanguageNote} />}
      </fieldset>
      <ErrorText error={error} />
      <div className="grid gap-2.5 sm:flex">
        <Button type="submit" busy={status === 'process'}>
          {text.save}
        </Button>
        <a className="button secondary" href={href('profileSettings')}>
          {commonMessages.goBack}
        </a>
      </div>
    </form>
  );
}

function LanguageRow({ name, isTicked }: { name: string; isTicked: boolean }) {
  const nativeName = nativeLanguageName(name);
  return (
    <li className="break-inside-avoid border-b border-line">
      <label className="grid min-h-12 grid-cols-[20px_1fr_auto] items-center gap-3 hover:bg-tint">
        <input type="checkbox" checked={isTicked} onChange={() => toggleLanguage(name)} />
        <span>{name}</span>
        {nativeName && (
          <span className="text-soft" lang={nativeName.lang} dir="auto">
            {nativeName.text}
          </span>
        )}
      </label>
    </li>
  );
}
