import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SearchChoice } from './SearchSelect.tsx';

interface SearchListProps {
  id: string;
  label: string;
  searchLabel: string;
  noneText: string;
  chosen: string;
  search: string;
  choices: readonly SearchChoice[];
  onSearch: (search: string) => void;
  onChoose: (value: string) => void;
  onClose: () => void;
}

const PAGE_STEP = 8;

const PANEL_CLASSES =
  'absolute top-[calc(100%+6px)] left-0 z-30 grid max-h-[420px] w-[340px] grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-control border border-edge bg-sheet text-ink shadow-[0_18px_34px_-18px_rgb(31_18_22/0.5)]';
const PHONE_CLASSES =
  'max-sm:fixed max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:h-[80dvh] max-sm:max-h-none max-sm:w-auto max-sm:rounded-t-modal max-sm:rounded-b-none max-sm:shadow-[0_0_0_100vmax_rgb(31_18_22/0.72)]';

/** The search field keeps the focus. */
export function SearchList({
  id,
  label,
  searchLabel,
  noneText,
  chosen,
  search,
  choices,
  onSearch,
  onChoose,
  onClose,
}: SearchListProps) {
  const [active, setActive] = useState(() => (search ? 0 : choices.findIndex(({ value }) => value === chosen)));
  const list = useRef<HTMLUListElement>(null);
  const current = choices[Math.min(Math.max(active, 0), choices.length - 1)];
  // Braces: scrollIntoView returns a promise in newer browsers, which is no valid cleanup.
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const step = (by: number) => setActive((at) => Math.min(Math.max(at + by, 0), Math.max(choices.length - 1, 0)));
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => step(PAGE_STEP),
    PageUp: () => step(-PAGE_STEP),
    Enter: () => current && onChoose(current.value),
    Escape: onClose,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <div role="dialog" aria-label={label} className={`${PANEL_CLASSES} ${PHONE_CLASSES}`}>
      <div className="border-b border-line p-2.5">
        <input
          className="box border! border-edge!"
          role="combobox"
          aria-label={searchLabel}
          placeholder={searchLabel}
          aria-autocomplete="list"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={current && `${id}-${current.value}`}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          autoFocus
          value={search}
          onChange={(event) => {
            setActive(0);
            onSearch(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul ref={list} id={id} role="listbox" tabIndex={-1} aria-label={label} className="overflow-y-auto py-1.5">
        {choices.map(({ value, label: name, note }) => (
          <li
            key={value}
            id={`${id}-${value}`}
            role="option"
            aria-selected={value === chosen}
            data-active={value === current?.value || undefined}
            className="flex min-h-[46px] cursor-pointer items-center justify-between gap-4 px-4 py-1.5 text-[16px]/[1.3] hover:bg-tint aria-selected:font-semibold data-active:bg-tint data-active:outline-2 data-active:-outline-offset-2 data-active:outline-act"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(value)}
          >
            <span>{name}</span>
            <span className="num soft">{note}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && (
        <p className="soft px-4 py-3" role="status">
          {noneText}
        </p>
      )}
    </div>
  );
}
