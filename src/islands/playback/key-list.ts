import { playerKeyMessages as text } from '#messages/player-keys.ts';

export const KEY_LIST = '.key-list';

/** Shows the keys over the picture, or hides them and restores the focus. */
export function toggleKeyList(player: HTMLElement): void {
  const shown = player.querySelector<HTMLElement>(`${KEY_LIST} button`);
  if (shown) return shown.click();
  const opener = document.activeElement;
  const list = drawKeyList();
  const hide = element('button', text.hide, 'button secondary small');
  hide.addEventListener('click', () => {
    list.remove();
    if (opener instanceof HTMLElement) opener.focus();
  });
  list.append(hide);
  player.append(list);
  list.focus();
}

function drawKeyList(): HTMLElement {
  const list = element('section', '', 'key-list');
  list.ariaLabel = text.title;
  list.tabIndex = -1;
  const rows = element('dl');
  for (const [keys, action] of text.keys) {
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
