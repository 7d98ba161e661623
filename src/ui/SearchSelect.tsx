import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icons.tsx';
import { SearchList } from './SearchList.tsx';

export interface SearchChoice {
  value: string;
  label: string;
  /** Short text after the label, never cut. */
  note?: string;
}

interface SearchSelectProps {
  label: string;
  searchLabel: string;
  /** Shown when nothing is found. */
  noneText: string;
  chosen: SearchChoice;
  /** Best matches first; all choices for an empty search. */
  find: (search: string) => readonly SearchChoice[];
  onChange: (value: string) => void;
}

/** A select with search (ARIA APG, "combobox with list autocomplete"). */
export function SearchSelect({ label, searchLabel, noneText, chosen, find, onChange }: SearchSelectProps) {
  const [search, setSearch] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = search !== null;
  const close = () => {
    setSearch(null);
    button.current?.focus();
  };
  // In some browsers a touch outside the list moves no focus.
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: PointerEvent) => !root.current?.contains(target as Node) && setSearch(null);
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  // Like a native select: an arrow key opens it, a letter starts the search.
  const onKeyDown = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLetter && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setSearch(isLetter ? event.key : '');
  };

  return (
    <div
      ref={root}
      className="relative min-w-0"
      onBlur={(event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && setSearch(null)}
    >
      <span className="sr" id={`${id}-label`}>
        {label}
      </span>
      <button
        ref={button}
        type="button"
        id={`${id}-button`}
        className="box justify-start! gap-1.5! aria-expanded:border-2! aria-expanded:border-act! [&>svg]:ml-auto"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-label ${id}-button`}
        onClick={() => (isOpen ? close() : setSearch(''))}
        onKeyDown={onKeyDown}
      >
        <span>{chosen.label}</span>
        <span className="num shrink-0 overflow-visible!">{chosen.note}</span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <SearchList
          id={`${id}-list`}
          label={label}
          searchLabel={searchLabel}
          noneText={noneText}
          chosen={chosen.value}
          search={search}
          choices={find(search)}
          onSearch={setSearch}
          onClose={close}
          onChoose={(value) => {
            close();
            onChange(value);
          }}
        />
      )}
    </div>
  );
}
