export const layoutMessages = {
  comingSoon: 'Coming soon',
  skip: 'Skip to the content',
  mainMenu: 'Main',
  home: 'Home',
  yourVideos: 'Your Videos',
  /** Replaces `yourVideos` for a signed-out visitor. */
  upcoming: 'Upcoming',
  movies: 'Movies',
  shortFilms: 'Short Films',
  dashboard: 'Dashboard',
  footerClaim: 'A transaction-based video-on-demand platform: one ticket for one film, in over 200 countries.',
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
    'Turn on JavaScript in your browser’s settings and reload this page. Without it, you can still find and read about every film.',
  description:
    'Films, web series and short films, one ticket at a time. Choose a date and time, then watch within 24 hours.',
} as const;
