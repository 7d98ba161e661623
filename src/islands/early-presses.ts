/**
 * Keeps the presses on an island's buttons that come before it listens, and gives them again when it does: on a slow phone a
 * page is read seconds before its scripts are there. Links need no script and go their way.
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
  island.addEventListener('click', keep);
  return {
    giveAgain: () => {
      island.removeEventListener('click', keep);
      for (const button of pressed) button.click();
    },
  };
}
