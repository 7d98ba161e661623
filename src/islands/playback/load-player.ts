import { linkStyles } from '#ui/link-styles.ts';
import playerCss from './player.css?url';

/**
 * Rejects if the code is unreachable. An import without `?url` would add the style sheet to every
 * page with a trailer.
 */
export async function loadPlayer() {
  const [player] = await Promise.all([import('./film-player.ts'), linkStyles(playerCss)]);
  return player;
}
