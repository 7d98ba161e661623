/**
 * Keeps the presses on an island's buttons, and Enter in its field, that come before it listens, and gives them again when it
 * does: on a slow phone a page is read seconds before its scripts are there. Links need no script and go their way.
 */
export function earlyPresses(island: HTMLElement) {
  // Each button once: who presses again does so because nothing happened.
  const pressed = new Set<HTMLButtonElement>();
  const keep = (event: MouseEvent) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    // A form would be sent, and the page begin anew.
    event.preventDefault();
    pressed.add(button);
  };
  let entered: HTMLInputElement | undefined;
  const keepEnter = ({ key, target, isComposing }: KeyboardEvent) => {
    if (!(target instanceof HTMLInputElement) || isComposing) return;
    // What is typed after Enter says that another answer is wanted.
    entered = key === 'Enter' ? target : undefined;
  };
  island.addEventListener('click', keep);
  island.addEventListener('keydown', keepEnter);
  return {
    giveAgain: () => {
      island.removeEventListener('click', keep);
      island.removeEventListener('keydown', keepEnter);
      for (const button of pressed) button.click();
      entered?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    },
  };
}
