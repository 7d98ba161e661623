export const layoutMessages = {
  comingSoon: 'Coming soon',
  skip: 'Skip to the films',
  mainMenu: 'Main',
  home: 'Home',
  yourVideos: 'Your Videos',
  /** Replaces `yourVideos` for a signed-out visitor. */
  upcoming: 'Upcoming',
  movies: 'Movies',
  shortFilms: 'Short Films',
  dashboard: 'Dashboard',
  footerClaim: 'A transaction-based video-on-demand platform. One ticket, one film, available in over 200 countries.',
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
  needsScriptTitle: 'This page needs JavaScript',
  needsScript:
    'Please turn on JavaScript in your browser’s settings and load this page again. You can find and read about every film without it.',
  description:
    'Films, web series and short films by the ticket: choose one, choose an hour, and it is yours for 24 hours.',
} as const;
