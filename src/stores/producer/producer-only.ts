import { layoutMessages } from '#messages/layout.ts';
import { href, matchRoute, type RouteName } from '#routes.ts';
import { replacePage } from '../lib/navigate.ts';
import { notifyOnNextPage } from '../notices/notices.ts';
import { apiErrorWithCode } from '../lib/call-errors.ts';

/**
 * The page's guard reads the role from the token. If the server says that the role was removed,
 * opens the home page (spec §6).
 */
export async function openHomeIfNotProducer<Reply>(call: Promise<Reply>): Promise<Reply> {
  try {
    return await call;
  } catch (error) {
    if (apiErrorWithCode(error, 'role_required')) {
      notifyOnNextPage('info', layoutMessages.producersOnly);
      replacePage(href('home'));
    }
    throw error;
  }
}

export function idFromUrl(route: RouteName, name: string): number | null {
  const id = Number(matchRoute(route, globalThis.location.pathname)?.[name]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
