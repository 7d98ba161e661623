/**
 * Who may open a page. `guest`: a person who is not signed in. `member`: a signed-in viewer.
 * `either`: both. `unlisted`: both, but search engines do not list the page. `staff`: people of the
 * back office, who have their own session.
 */
type Access = 'either' | 'unlisted' | 'guest' | 'member' | 'producer' | 'staff';
/**
 * `page`: one HTML file. `film`: one file per film. `shell`: one file for all parameter values,
 * reached by a rewrite.
 */
type Build = 'page' | 'film' | 'shell';

export interface Route {
  path: string;
  access: Access;
  build: Build;
}

/** All URLs of the site (spec §2). Below `/v/`, `{movie_id}` is the film key. */
export const routes = {
  home: { path: '/', access: 'either', build: 'page' },
  // Also signs in existing accounts.
  signup: { path: '/signup', access: 'guest', build: 'page' },
  otpMobile: { path: '/otp/mobile/{userdetail}', access: 'guest', build: 'shell' },
  otpEmail: { path: '/otp/email/{userdetail}', access: 'guest', build: 'shell' },
  userInfo: { path: '/userinfo', access: 'member', build: 'page' },
  // "Your Videos" for viewers, "Upcoming" for visitors.
  upcoming: { path: '/upcoming', access: 'either', build: 'page' },
  movies: { path: '/movies', access: 'either', build: 'page' },
  // `{languages}` and `{genres}`: names, separated by `;`. Pages of a single language or genre are
  // also prebuilt.
  moviesByLanguage: {
    path: '/movies/search/language/{languages}',
    access: 'either',
    build: 'shell',
  },
  moviesByGenre: { path: '/movies/search/genre/{genres}', access: 'either', build: 'shell' },
  moviesByBoth: {
    path: '/movies/search/language/{languages}/genre/{genres}',
    access: 'either',
    build: 'shell',
  },
  shortFilms: { path: '/movies/shortfilms', access: 'either', build: 'page' },
  webSeries: { path: '/movies/webseries', access: 'either', build: 'page' },
  movieDetails: { path: '/movies-details/{movie_id}', access: 'member', build: 'shell' },
  shortFilmDetails: { path: '/shortfilm-details/{movie_id}', access: 'member', build: 'shell' },
  ticketBooking: { path: '/movies/ticket-booking/{movie_id}', access: 'member', build: 'shell' },
  payment: { path: '/movies/payment', access: 'member', build: 'page' },
  publicMovie: { path: '/v/{movie_name}/{movie_id}', access: 'either', build: 'film' },
  watchLink: { path: '/v/{movie_id}', access: 'either', build: 'shell' },
  aboutUs: { path: '/about-us', access: 'either', build: 'page' },
  privacyPolicy: { path: '/privacy-policy', access: 'either', build: 'page' },
  termsAndConditions: { path: '/terms-and-conditions', access: 'either', build: 'page' },
  contactUs: { path: '/contact-us', access: 'either', build: 'page' },
  submitFilm: { path: '/submit-film', access: 'member', build: 'page' },
  producerChannels: { path: '/producer/channels', access: 'producer', build: 'page' },
  producerMovies: { path: '/producer/movies/{channel_id}', access: 'producer', build: 'shell' },
  producerOrders: {
    path: '/producer/orders/{movie_id}/{channel_id}',
    access: 'producer',
    build: 'shell',
  },
  producerStatements: {
    path: '/producer/statements/{movie_id}/{channel_id}',
    access: 'producer',
    build: 'shell',
  },
  profile: { path: '/profile', access: 'member', build: 'page' },
  editProfile: { path: '/editprofile', access: 'member', build: 'page' },
  resetPassword: { path: '/resetpassword', access: 'member', build: 'page' },
  profileSettings: { path: '/profilesettings', access: 'member', build: 'page' },
  notification: { path: '/notification', access: 'member', build: 'page' },
  myLocation: { path: '/mylocation', access: 'member', build: 'page' },
  language: { path: '/language', access: 'member', build: 'page' },
  purchaseHistory: { path: '/purchasehistory', access: 'member', build: 'page' },
  purchasedOrder: { path: '/purchasehistory/{order_id}', access: 'member', build: 'shell' },
  // Not in the specification. The link of a gift is `/gift#<code>`: a fragment is in no log and in
  // no referrer.
  gift: { path: '/gift', access: 'unlisted', build: 'page' },
  // Not in the specification. The television signs in at `/tv-code?code={user_code}` on a phone.
  television: { path: '/tv', access: 'unlisted', build: 'page' },
  televisionCode: { path: '/tv-code', access: 'unlisted', build: 'page' },
  // Not in the specification. Signs in another browser of the viewer:
  // `?code={device_code}&next={path}`.
  otherBrowser: { path: '/continue', access: 'unlisted', build: 'page' },
  // Not in the specification. No public page, sitemap or robots.txt names it.
  office: { path: '/office', access: 'staff', build: 'page' },
} as const satisfies Record<string, Route>;

/** Other sites load this script (src/embed). */
export const EMBED_SCRIPT = '/embed/book.js';

/** The licences of the packages in the browser's scripts. A build writes them. */
export const LICENCE_FILES = {
  scripts: '/licences.txt',
  oldBrowsers: '/licences-old-browsers.txt',
};

export type RouteName = keyof typeof routes;

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;
type RouteParams<Name extends RouteName> = Record<
  ParamsOf<(typeof routes)[Name]['path']>,
  string | number
>;
type HrefArguments<Name extends RouteName> =
  ParamsOf<(typeof routes)[Name]['path']> extends never
    ? [name: Name]
    : [name: Name, params: RouteParams<Name>];

/**
 * `href('movieDetails', { movie_id: 7 })` → `/movies-details/7`. Values are URL-encoded, except
 * `;`.
 */
export function href<Name extends RouteName>(...[name, params]: HrefArguments<Name>): string {
  const values: Record<string, string | number> = params ?? {};
  return routes[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? '_').replaceAll('%3B', ';'),
  );
}

/** Views of the wizard's page: the submitted films, and one of them. */
export const submittedFilmsPath = `${routes.submitFilm.path}?films`;
export const submittedFilmPath = (movieId: number) => `${routes.submitFilm.path}?film=${movieId}`;

/** How a payment on the provider's own page ended; null if only the server knows. */
export type ReturnOutcome = 'failed' | 'cancelled' | null;
/** Where a payer comes back to: the payment page with an order, or the wizard. */
export function returnedPath(movieOrderId: number | null, outcome: ReturnOutcome): string {
  const query = new URLSearchParams({
    ...(movieOrderId && { order: String(movieOrderId) }),
    ...(outcome && { outcome }),
  });
  return `${movieOrderId ? routes.payment.path : routes.submitFilm.path}?${query}`;
}

/** Continues at `path` in another browser of the viewer. `code` works once. */
export const otherBrowserPath = (code: string, path: string) =>
  `${routes.otherBrowser.path}?${new URLSearchParams({ code, next: path })}`;

/** The link that the giver of a gift sends. */
export const giftPath = (code: string) => `${routes.gift.path}#${code}`;

/** The booking page, to give a film also if the viewer has a ticket for it. */
export const giveFilmPath = (movieId: number) =>
  `${href('ticketBooking', { movie_id: movieId })}?gift`;

/** A film on the television's page. */
export const televisionFilmPath = (movieId: number) => `${routes.television.path}?film=${movieId}`;

/** The groups are the parameters, still URL-encoded. A trailing slash is allowed. */
export const pathPattern = (path: string) =>
  new RegExp(`^${path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);

/** Returns the decoded parameters; null if the route does not match or an escape is invalid. */
export function matchRoute(name: RouteName, pathname: string): Record<string, string> | null {
  const found = pathPattern(routes[name].path).exec(pathname);
  if (!found) return null;
  try {
    return Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
    );
  } catch {
    return null;
  }
}

/**
 * Whether a parameter value can be a folder name on every file system. The shell serves all other
 * values.
 */
export const isFolderName = (value: string) =>
  value.length <= LONGEST_FOLDER_NAME &&
  /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} &+,'()-]*$/u.test(value);
/** UTF-16 units of up to three bytes; file systems allow 255 bytes. */
const LONGEST_FOLDER_NAME = 80;

/** The folder of a shell's HTML: `/movies-details/{movie_id}` → `/movies-details/_/`. */
export const shellPath = (path: string) => `${path.replace(/\{\w+\}/g, '_').replace(/\/$/, '')}/`;

export const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);
