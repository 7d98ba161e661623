import { useEffect } from 'react';
import { $isSlashOff } from '#stores/office/shortcuts.ts';

const SEARCH_FIELDS = ['.office-search input', '.office-find input'];
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');

/** Ctrl+K or ⌘K: go to a page. `/`: the search of the page, or go to a page. */
export function useShortcuts(goTo: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (altKey || document.querySelector('dialog[open]')) return;
      const hasModifier = ctrlKey || metaKey;
      const isGoTo = hasModifier && key.toLowerCase() === 'k';
      const isSlash = !hasModifier && key === '/' && !isTyping(target) && !$isSlashOff.get();
      if (!isGoTo && !isSlash) return;
      event.preventDefault();
      const search = SEARCH_FIELDS.map((field) => document.querySelector<HTMLElement>(field)).find(
        Boolean,
      );
      if (isSlash && search) search.focus();
      else goTo();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
