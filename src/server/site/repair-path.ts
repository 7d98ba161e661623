import { pathPattern, type Route, routes } from '#routes.ts';

/**
 * What chats and mails add to a link: the end of a sentence, quotes, brackets, spaces and
 * zero-width characters.
 */
const ADDED_END =
  /(?:[\s.,:!?)\]}>'"*_\u00A0\u2018-\u201D\u2026\u200B-\u200F\u2060\uFEFF]|%(?:20|22|27|29|3E|5D)){1,8}$/i;

/**
 * The path that a link meant: in other case, with an added end, or with an escape that was cut.
 * Null if it means nothing else.
 */
export function repairPath(path: string): string | null {
  const cleaned = path.replace(ADDED_END, '');
  for (const route of Object.values<Route>(routes)) {
    const found = new RegExp(pathPattern(route.path), 'i').exec(cleaned);
    if (!found) continue;
    const { movie_name: slug, ...others } = found.groups ?? {};
    if (!Object.values(others).every(isDecodable)) return null;
    // The key decides which film it is.
    const values: Record<string, string> = {
      ...others,
      movie_name: slug && isDecodable(slug) ? slug : '_',
    };
    const repaired = route.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '_');
    return repaired === path.replace(/(?<=.)\/$/, '') ? null : repaired;
  }
  return null;
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
