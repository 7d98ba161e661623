import { skipToContent } from './screen-sentences.ts';

const SIGN_IN_FIRST = 'Sign in to open this film';

export const layoutMessages = {
  comingSoon: 'Coming soon',
  skip: skipToContent,
  mainMenu: 'Main',
  home: 'Home',
  yourVideos: 'Your Videos',
  /** Replaces `yourVideos` for a signed-out visitor. */
  upcoming: 'Upcoming',
  movies: 'Movies',
  shortFilms: 'Short Films',
  dashboard: 'Dashboard',
  footerClaim:
    'A transaction-based video-on-demand platform: one ticket for one film, in over 200 countries.',
  aboutUs: 'About Us',
  faq: 'FAQ',
  privacyPolicy: 'Privacy Policy',
  terms: 'Terms and Conditions',
  contactUs: 'Contact Us',
  mobileApp: 'Mobile app',
  tvApp: 'TV app',
  streamingStick: 'Streaming stick',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  sourceCode: 'Source code',
  /** Why a visitor is on the home page, by the route of the page that was asked for. */
  signInTo: {
    submitFilm: 'Sign in to submit your film',
    purchaseHistory: 'Sign in to see your tickets',
    purchasedOrder: 'Sign in to see your ticket',
    movieDetails: SIGN_IN_FIRST,
    shortFilmDetails: SIGN_IN_FIRST,
    ticketBooking: 'Sign in to book this film',
    payment: 'Sign in to pay for your ticket',
    profile: 'Sign in to see your profile',
    producerChannels: 'Sign in to see your channels',
  },
  signInToPage: 'Sign in to open that page',
  producersOnly: 'Only producers can open that page',
  needsScriptTitle: 'This page needs JavaScript',
  needsScript:
    'Turn on JavaScript in your browser’s settings and reload this page. Without it, you can still find and read about every film.',
  /** The script of a part did not arrive, or failed. */
  incompletePage: 'A part of this page is missing. Check your connection and reload the page.',
  reload: 'Reload the page',
  description:
    'Films, web series and short films, one ticket at a time. Choose a date and time, then watch within 24 hours.',
} as const;
