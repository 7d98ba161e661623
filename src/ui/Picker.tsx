import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Elements } from './elements.ts';
import { Icon } from './icons.tsx';

// Hooks and components of all fields with a list of choices: the header search, the address, the
// country, and the filters of lists. One file, because a module that several pages share is one
// more request. Chosen: no library, because none fits into the page budgets (docs/decisions.md).
// This file is 1.2 kB, the combobox of downshift is 11.9 kB.

type Popup = ReturnType<typeof usePopup>;

/** A popup below its field or button. It closes when the focus leaves it, or on a touch outside. */
export function usePopup(isInitiallyOpen = false) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // In some browsers a touch outside moves no focus.
  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return undefined;
    const closeOutside = (event: PointerEvent) =>
      !event.composedPath().includes(element) && setOpen(false);
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  return {
    isOpen,
    open: () => setOpen(true),
    /** Moves the focus to the opener, if the popup has an opener button. */
    close: () => {
      setOpen(false);
      opener.current?.focus();
    },
    opener,
    rootProps: {
      ref: root,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        !currentTarget.contains(relatedTarget) && setOpen(false),
    },
  };
}

const PAGE_STEP = 8;

interface ComboboxOptions {
  count: number;
  /** The default shows the list if it has options. */
  isListed?: boolean;
  /** Enter without a listed option. By default the browser submits the form. */
  onEnter?: () => void;
  /** Escape without a list. */
  onEscape?: () => void;
}

/**
 * ARIA APG, "combobox with list autocomplete". The field keeps the focus. Enter clicks the active
 * option, or the first.
 */
export function useCombobox(
  popup: Popup,
  { count, isListed = popup.isOpen && count > 0, onEnter, onEscape }: ComboboxOptions,
) {
  const [index, setIndex] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  // The list may have become shorter.
  const active = Math.min(index, count - 1);
  const optionId = (option: number) => `${listId}-${option}`;
  // Braces: scrollIntoView returns a promise in newer browsers, which is no valid cleanup.
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active, count, isListed]);

  /** -1: no option. */
  const activate = (option: number) => {
    popup.open();
    setIndex(option);
  };
  const clickOption = (option: number) =>
    list.current?.querySelectorAll<HTMLElement>('[role=option]')[option]?.click();
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => activate(active < count - 1 ? active + 1 : 0),
    ArrowUp: () => activate(active > 0 ? active - 1 : count - 1),
    PageDown: isListed ? () => activate(Math.min(active + PAGE_STEP, count - 1)) : undefined,
    PageUp: isListed ? () => activate(Math.max(active - PAGE_STEP, 0)) : undefined,
    Enter: isListed && count > 0 ? () => clickOption(Math.max(active, 0)) : onEnter,
    Escape: isListed ? popup.close : onEscape,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const handleKey = keys[event.key];
    if (!handleKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    handleKey();
  };

  return {
    activate,
    inputProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': isListed,
      'aria-controls': listId,
      'aria-activedescendant': isListed && active >= 0 ? optionId(active) : undefined,
      onClick: popup.open,
      onKeyDown,
    } satisfies ComponentProps<'input'>,
    // tabIndex: Chromium makes a scrolling list a tab stop.
    listProps: {
      ref: list,
      id: listId,
      role: 'listbox',
      tabIndex: -1,
      hidden: !isListed || count === 0,
    },
    optionProps: (option: number, isSelected = option === active) => ({
      id: optionId(option),
      role: 'option',
      'aria-selected': isSelected,
      'data-active': option === active || undefined,
      // Keeps the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    }),
  };
}

interface PopupFieldProps {
  popup: Popup;
  label: string;
  isLabelHidden?: boolean;
  /** What the button shows. Its accessible name is the label and this value. */
  value: Elements;
  button?: ComponentProps<'button'>;
  role: 'dialog' | 'group';
  popupClass?: string;
  /** Keys in the open popup and on its button. */
  onOpenKeyDown?: (event: KeyboardEvent) => void;
  children: Elements;
}

/**
 * A button that looks like a select and opens a popup. On phones the popup is at the bottom of the
 * screen.
 */
export function PopupField({
  popup: { isOpen, open, close, opener, rootProps },
  label,
  isLabelHidden = false,
  value,
  button,
  role,
  popupClass = '',
  onOpenKeyDown,
  children,
}: PopupFieldProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      // A dialog or sheet around the field stays open.
      event.preventDefault();
      close();
    }
    onOpenKeyDown?.(event);
  };
  return (
    <div {...rootProps} className="field" onKeyDown={onKeyDown}>
      <span className={isLabelHidden ? 'sr-only' : 'label'} id={`${id}-label`}>
        {label}
      </span>
      <div className="picker">
        <button
          className="control"
          onClick={isOpen ? close : open}
          {...button}
          ref={opener}
          type="button"
          id={`${id}-button`}
          aria-haspopup={role === 'dialog' ? role : undefined}
          aria-expanded={isOpen}
          aria-controls={`${id}-popup`}
          aria-labelledby={`${id}-label ${id}-button`}
        >
          {value}
          <Icon name="down" />
        </button>
        <div
          id={`${id}-popup`}
          className={`popup choices ${popupClass}`}
          role={role}
          aria-labelledby={`${id}-label`}
          hidden={!isOpen}
          // A press on an empty part keeps the focus in the popup.
          tabIndex={-1}
        >
          {children}
        </div>
      </div>
    </div>
  );
}

interface SearchStatusProps {
  status: string;
  texts: Record<string, string>;
  className?: string;
}

/** The text of a success is the number of results, for screen readers only. */
export const SearchStatus = ({ status, texts, className }: SearchStatusProps) => (
  <p role="status" className={status === 'success' ? 'sr-only' : className}>
    {texts[status]}
  </p>
);
