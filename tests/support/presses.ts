import type { Page } from '@playwright/test';

/**
 * Records what a viewer presses on all documents of a page: `pointer` for a click or tap, else the key. Typed text is no press.
 * A field that receives text must have the focus, so use `keyboard.type` instead of `fill`.
 */
export async function recordPresses(page: Page): Promise<string[]> {
  const presses: string[] = [];
  await page.exposeFunction('recordPress', (press: string) => presses.push(press));
  await page.addInitScript(() => {
    const { recordPress } = globalThis as unknown as { recordPress: (press: string) => void };
    const isTyped = ({ key, target }: KeyboardEvent) =>
      key.length === 1 && target instanceof HTMLElement && target.matches('input');
    addEventListener('pointerdown', () => recordPress('pointer'), true);
    addEventListener('keydown', (event) => isTyped(event) || recordPress(event.key), true);
  });
  return presses;
}
