export type Direction = 'left' | 'right' | 'up' | 'down';

const FOCUSABLE = 'button:not([tabindex="-1"]), a[href], input:not([type="hidden"])';

/**
 * How far `to` is ahead of `from` in a direction (negative: behind), and how far beside it (0: they
 * overlap).
 */
function offsetOf(
  from: DOMRect,
  to: DOMRect,
  direction: Direction,
): { ahead: number; beside: number } {
  const isHorizontal = direction === 'left' || direction === 'right';
  const ahead = {
    left: from.left - to.right,
    right: to.left - from.right,
    up: from.top - to.bottom,
    down: to.top - from.bottom,
  }[direction];
  const beside = isHorizontal
    ? Math.max(to.top - from.bottom, from.top - to.bottom, 0)
    : Math.abs(to.left + to.right - from.left - from.right) / 2;
  return { ahead, beside };
}

/**
 * Chosen: own code. @bbc/tv-lrud-spatial 0.0.16 installs Babel; Norigin's library registers every
 * element and needs lodash; js-spatial-navigation has no types. Returns the nearest element that
 * can have the focus: left and right in the same row, up and down in the next row. Without a
 * focused element, returns the first one; null at the end.
 */
export function nextFocus(
  focused: Element | null,
  direction: Direction,
  scope: Element,
): HTMLElement | null {
  const candidates = [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => each.getClientRects().length > 0 && getComputedStyle(each).visibility === 'visible',
  );
  if (!focused || !candidates.includes(focused as HTMLElement)) return candidates[0] ?? null;
  const from = focused.getBoundingClientRect();
  const ranked = candidates
    .filter((each) => each !== focused)
    .map((element) => ({ element, ...offsetOf(from, element.getBoundingClientRect(), direction) }))
    .filter(
      ({ ahead, beside }) =>
        ahead > -TOLERANCE && (direction === 'up' || direction === 'down' || beside === 0),
    );
  const nearest = Math.min(...ranked.map(({ ahead }) => ahead));
  const inNextRow = ranked.filter(({ ahead }) => ahead <= nearest + from.height / 2);
  inNextRow.sort((a, b) => a.beside - b.beside || a.ahead - b.ahead);
  return inNextRow[0]?.element ?? null;
}

/** Pixels: borders of neighbours may overlap. */
const TOLERANCE = 4;
