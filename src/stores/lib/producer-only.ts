import { href, matchRoute, type RouteName } from '#routes.ts';
import { goInstead } from './navigate.ts';
import { refusal } from './status.ts';

/**
 * The reply of a producer's call. The guard reads the role from the token before paint; the server knows whether it still holds,
 * and who lost it is led home (spec §6).
 */
export async function asProducer<Reply>(asked: Promise<Reply>): Promise<Reply> {
  try {
    return await asked;
  } catch (error) {
    if (refusal(error, 'role_required')) goInstead(href('home'));
    throw error;
  }
}

/** An id in the address of the page; null when it is none. */
export function idInAddress(route: RouteName, name: string): number | null {
  const id = Number(matchRoute(route, globalThis.location.pathname)?.[name]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
