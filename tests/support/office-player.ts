import { expect, type Locator, type Page } from '@playwright/test';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import type { OfficeMember } from './office-page.ts';

export const WAYS = ['mouse', 'keyboard', 'phone'] as const;
export type Way = (typeof WAYS)[number];

/** How a person operates the page. */
interface Driver {
  press: (target: Locator) => Promise<void>;
  /** Opens the dialog of the system. */
  pressFileInput: (target: Locator) => Promise<void>;
  /** Replaces the value of a field. */
  type: (target: Locator, typed: string) => Promise<void>;
  /** Opens the menu if the navigation is hidden. */
  openMenu?: () => Promise<void>;
  /** Opens the field that goes to a page by its title. */
  openGoTo?: () => Promise<void>;
}

/** The input is invisible; its label looks like a button. */
const labelAround = (input: Locator) => input.locator('xpath=ancestor::label');

const mouse: Driver = {
  press: (target) => target.click(),
  pressFileInput: (target) => labelAround(target).click(),
  type: (target, typed) => target.fill(typed),
};

const MIN_TARGET_PX = 44;

/** The target, or the label around a checkbox. */
const sizeOf = (target: Locator) =>
  target.evaluate((element) => {
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    return Math.round(Math.min(width, height));
  });

function phone(page: Page): Driver {
  async function tap(target: Locator) {
    await expect
      .poll(() => sizeOf(target), { message: `the size of ${String(target)}` })
      .toBeGreaterThanOrEqual(MIN_TARGET_PX);
    await target.tap();
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide, `the page is wider than the screen after ${String(target)}`).toBe(false);
  }
  return {
    press: tap,
    pressFileInput: (target) => tap(labelAround(target)),
    async type(target, typed) {
      await tap(target);
      await target.fill(typed);
    },
    openMenu: () => tap(page.getByRole('button', { name: text.menu, exact: true })),
  };
}

const MAX_TABS = 60;

/** Presses Tab, or Shift+Tab if the target is before the focus. Returns the number of presses. */
async function moveFocus(page: Page, target: Locator): Promise<number> {
  await expect(target).toBeVisible();
  const isBefore = await target.evaluate(
    (element) =>
      (element.compareDocumentPosition(document.activeElement!) &
        Node.DOCUMENT_POSITION_FOLLOWING) !==
      0,
  );
  for (let presses = 0; presses <= MAX_TABS; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return presses;
    await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${MAX_TABS} presses of Tab did not reach ${String(target)}`);
}

async function expectVisibleFocus(target: Locator) {
  const focus = await target.evaluate((element) => {
    const shown = (element.matches('[type="file"]') && element.closest('label')) || element;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(shown);
    const { left, top, width, height } = shown.getBoundingClientRect();
    const hit = document.elementFromPoint(
      left + Math.min(width / 2, 20),
      top + Math.min(height / 2, 20),
    );
    return {
      isMarked: (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none',
      isUncovered: hit !== null && (shown.contains(hit) || hit.contains(shown)),
    };
  });
  expect(focus, `the focus on ${String(target)}`).toEqual({ isMarked: true, isUncovered: true });
}

/** Uses the keys that the pages offer: Ctrl+K, and the button that skips to the list. */
function keyboard(page: Page, counts: { steps: number; tabs: number }): Driver {
  async function focus(target: Locator) {
    counts.tabs += await moveFocus(page, target);
    await expectVisibleFocus(target);
  }
  /** One button is at the start of the page, and one below the filters. */
  async function skipToList() {
    const isAtStart = await page.evaluate(() => document.activeElement?.tagName === 'H1');
    const buttons = page.getByRole('button', { name: text.skipToList, exact: true });
    await focus(isAtStart ? buttons.first() : buttons.last());
    await page.keyboard.press('Enter');
    counts.steps++;
  }
  async function press(target: Locator) {
    await focus(target);
    await page.keyboard.press(
      (await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter',
    );
  }
  return {
    openGoTo: () => page.keyboard.press('Control+k'),
    pressFileInput: press,
    async press(target) {
      await expect(target).toBeVisible();
      if (await target.evaluate((element) => element.closest('.office-list tbody') !== null))
        await skipToList();
      await press(target);
    },
    async type(target, typed) {
      await focus(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(typed);
    },
  };
}

/** Plays the intents of a person, and counts each press, tap and typed field as a step. */
export function createPlayer(page: Page, member: OfficeMember, way: Way) {
  const counts = { steps: 0, tabs: 0 };
  const drivers = {
    mouse: () => mouse,
    phone: () => phone(page),
    keyboard: () => keyboard(page, counts),
  };
  const driver = drivers[way]();
  const step = async (action: Promise<void> | undefined) => {
    if (!action) return;
    counts.steps++;
    await action;
  };
  const labelled = (label: string) =>
    page
      .getByLabel(label, { exact: true })
      .or(page.getByLabel(text.required(label), { exact: true }));
  const groupWith = (label: string) =>
    page
      .getByRole('group', { name: label, exact: true })
      .or(page.getByRole('group', { name: text.required(label), exact: true }));
  const press = (name: string) =>
    step(driver.press(page.getByRole('button', { name, exact: true })));
  const fill = (label: string, typed: string) =>
    step(
      expect(page.getByText(text.loadingValues))
        .toBeHidden()
        .then(() => driver.type(labelled(label), typed)),
    );
  const follow = (hash: string) =>
    step(
      driver.press(
        page.locator(`.office-content :is(a[href="${hash}"], a[href^="${hash}?"])`).first(),
      ),
    );
  const expectOutcome = (title: string) =>
    expect(page.getByRole('heading', { name: title, exact: true })).toBeInViewport();
  const expectJobDone = () =>
    expect(page.locator('.office-state')).toHaveText(text.states.done, { timeout: 90_000 });

  return {
    page,
    counts,
    press,
    fill,
    check: (label: string) =>
      step(driver.press(page.getByRole('checkbox', { name: label, exact: true }))),
    /** Opens the page of a noun by its link in the navigation, or by its title. */
    async openNoun(noun: string) {
      if (driver.openGoTo) {
        await step(driver.openGoTo());
        await step(page.keyboard.type(nounTitle(noun)));
        await step(page.keyboard.press('Enter'));
      } else {
        await step(driver.openMenu?.());
        const navigation = page.getByRole('navigation', { name: text.navigation, exact: true });
        await step(driver.press(navigation.locator(`a[href="#/${noun}"]`)));
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(nounTitle(noun));
    },
    /** Follows the first link of the page with this hash, with or without a query. */
    follow,
    /** Two steps: the press, and the choice in the dialog of the system. Waits until the file is uploaded. */
    async chooseFile(label: string, file: string) {
      const opened = page.waitForEvent('filechooser');
      await step(
        driver.pressFileInput(page.getByLabel(`${label}: ${text.chooseFile}`, { exact: true })),
      );
      await step((await opened).setFiles(file));
      const field = groupWith(label);
      await expect(field.getByText(text.uploadStatus.done, { exact: true })).toBeVisible({
        timeout: 30_000,
      });
    },
    /** As `applyChange`, for an operation that runs as a job. */
    async applyAsJob(hash: string) {
      await press(text.dryRun);
      await expectJobDone();
      await follow(hash);
      await press(text.apply);
      await expectJobDone();
    },
    /** The dry run, and what `inspect` does with its result; then the change, with a new code if the operation needs it. */
    async applyChange({
      needsCode = false,
      inspect,
    }: { needsCode?: boolean; inspect?: () => Promise<void> } = {}) {
      await press(text.dryRun);
      await expectOutcome(text.wouldChange);
      await inspect?.();
      await press(text.apply);
      if (needsCode) {
        await fill(text.code, member.nextCode());
        await press(text.confirm);
      }
      await expectOutcome(text.changed);
    },
  };
}

export type OfficePlayer = ReturnType<typeof createPlayer>;
