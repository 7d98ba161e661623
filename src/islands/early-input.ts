import type { ClientDirective } from 'astro';

/**
 * Records clicks on buttons, and Enter. Returns a function that hydrates the island and repeats
 * them. Links need no script.
 */
export function recordEarlyInput(load: Parameters<ClientDirective>[0], island: HTMLElement) {
  // One click per button: repeated clicks mean that nothing had happened yet.
  const clickedButtons = new Set<HTMLButtonElement>();
  const recordClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    // Prevents a form submit, which would reload the page. The browser itself opens and closes a
    // popover.
    if (!button.hasAttribute('popovertarget')) event.preventDefault();
    // Replayed in the order of the last clicks: a sheet that was opened again stays open.
    clickedButtons.delete(button);
    clickedButtons.add(button);
  };
  let enteredField: HTMLInputElement | undefined;
  const recordEnter = ({ key, target, isComposing }: KeyboardEvent) => {
    if (!(target instanceof HTMLInputElement) || isComposing) return;
    // Typing after Enter cancels the Enter.
    enteredField = key === 'Enter' ? target : undefined;
  };
  island.addEventListener('click', recordClick);
  island.addEventListener('keydown', recordEnter);
  return async () => {
    const hydrate = await load();
    await hydrate();
    island.removeEventListener('click', recordClick);
    island.removeEventListener('keydown', recordEnter);
    for (const button of clickedButtons) button.click();
    // No `?.`: this code is inline, and not compiled for old browsers.
    if (enteredField)
      enteredField.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      );
  };
}
