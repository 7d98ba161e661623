import type { ClientDirective } from 'astro';
import { hydrateNear } from './client-near.ts';
import { recordEarlyInput } from './early-input.ts';

interface IntentOptions {
  /**
   * A selector: only focus, hover or touch of these elements hydrates. The default is the whole
   * island.
   */
  controls?: string;
  /**
   * For HTML that suits only visitors without a filter: for viewers, or with a query in the
   * address, acts like `client:near`.
   */
  nearIfPersonal?: boolean;
}

const isPersonal = () =>
  document.documentElement.dataset['session'] === 'member' || location.search !== '';

/** `client:intent`: hydrates an island on focus, hover or touch, then replays earlier input. */
const intent: ClientDirective = (load, { value }, element) => {
  const { controls, nearIfPersonal = false } = (
    typeof value === 'object' ? value : {}
  ) as IntentOptions;
  if (nearIfPersonal && isPersonal()) return hydrateNear(load, element);
  const eventNames = ['focusin', 'pointerover', 'touchstart'] as const;
  const hydrateIsland = recordEarlyInput(load, element);
  const onIntent = ({ target }: Event) => {
    if (controls && !(target as Element).closest(controls)) return;
    for (const eventName of eventNames) element.removeEventListener(eventName, onIntent);
    void hydrateIsland();
  };
  for (const eventName of eventNames)
    element.addEventListener(eventName, onIntent, { passive: true });
};

export default intent;
