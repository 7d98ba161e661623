import { playerShortcutMessages as text } from '#messages/player-shortcuts.ts';

export const SHORTCUT_LIST_SELECTOR = '.shortcut-list';

/** Shows the shortcuts over the picture, or hides them and restores the focus. */
export function toggleShortcutList(player: HTMLElement): void {
  const shownHideButton = player.querySelector<HTMLElement>(`${SHORTCUT_LIST_SELECTOR} button`);
  if (shownHideButton) return shownHideButton.click();
  const opener = document.activeElement;
  const list = drawShortcutList();
  const hideButton = element('button', text.hide, 'button secondary small');
  hideButton.addEventListener('click', () => {
    list.remove();
    if (opener instanceof HTMLElement) opener.focus();
  });
  list.append(hideButton);
  player.append(list);
  list.focus();
}

function drawShortcutList(): HTMLElement {
  const list = element('section', '', 'shortcut-list');
  list.ariaLabel = text.title;
  list.tabIndex = -1;
  const rows = element('dl');
  for (const [keys, action] of text.shortcuts) {
    const row = element('div');
    const names = element('dt');
    names.append(...keys.map((key) => element('kbd', key)));
    row.append(names, element('dd', action));
    rows.append(row);
  }
  list.append(element('h3', text.title, 'heading-4'), rows);
  return list;
}

function element(name: string, textContent = '', className = ''): HTMLElement {
  return Object.assign(document.createElement(name), { textContent, className });
}
