import { chooseHourHint } from './ticket-sentences.ts';

/** Home, lists, search and the public film page (spec §2). Capitals as in the specification. */
export const catalogueMessages = {
  streamingNow: 'STREAMING NOW',
  upcoming: 'UPCOMING',
  popularSeries: 'POPULAR WEB SERIES',
  newShortFilms: 'NEW SHORT FILMS',
  trending: 'TRENDING MOVIES',
  shortFilms: 'SHORT FILMS',
  webSeries: 'WEB SERIES',
  webSeriesLink: 'Web Series',
  moviesTitle: 'Movies',
  /** Also the title of the web series page (spec §2). */
  shortFilmsTitle: 'Short Films List',
  submitYourFilm: 'Submit Your Film Today',
  submitSteps:
    'Three steps: film, contact person, declarations. You can stop and come back. Your draft is saved.',
  admitOne: 'Admit one',
  joinToday: 'Join Today',
  joinWhy: 'No subscription and no ads. You pay only for the film you want to see.',
  signUp: 'Sign Up',

  bookNow: 'Book Now',
  watchNow: 'Watch Now',
  plusGst: '+ GST',
  free: 'Free',
  howItWorks: chooseHourHint,
  ticketRules: 'Free changes until you start the film. Full refund if we can’t show it.',
  getHelp: 'Get help',
  synopsis: 'SYNOPSIS',
  readMore: 'Read more',
  readLess: 'Read less',
  castAndCrew: 'CAST & CREW',
  rating: 'Rating',
  outOf: (rating: string) => `${rating} / 5`,
  fromTicketHolders: (count: number) =>
    `From ${count} ticket ${count === 1 ? 'holder' : 'holders'}`,
  teaserTrailer: 'Teaser / Trailer',
  teaser: 'Teaser',
  trailer: 'Trailer',
  play: (what: string, film: string) => `${what}: ${film}`,
  close: 'Close',
  reviews: 'Reviews',
  writeReview: 'Write a review',
  noReview: 'Nobody has reviewed this film yet.',
  rateThis: 'Rate this film',
  age: (years: number) => `${years}+`,
  minutes: 'min',
  posterOf: (film: string) => `Poster of ${film}`,

  sortBy: 'Sort by',
  byRating: 'Rating',
  byDates: 'Dates',
  filterBy: 'Filter by',
  /** The active sort order. */
  watchableFirst: 'Available now first',
  bestRatedFirst: 'Best rated first',
  newestFirst: 'Newest first',
  bestRatedThenNewest: 'Best rated first, then newest',
  /** Before the day and month on which a film starts to stream. */
  from: 'From',
  selectLanguage: 'Select Language',
  selectGenre: 'Select Genre',
  any: 'Any',
  apply: 'Apply',
  reset: 'Reset',
  filtered: (title: string, names: string) => `${names} · ${title}`,
  describeFilter: (names: string, total: number) =>
    `${names}: ${total} ${total === 1 ? 'title' : 'titles'}, one ticket at a time. Choose a date and time, then watch within 24 hours.`,
  inYourLanguages: 'Your languages first',
  found: (total: number) => `${total} found`,
  otherLists: 'Other lists',
  byLanguage: 'By language',
  byGenre: 'By genre',
  done: 'Done',
  filmsInLanguages: (films: number, languages: number) =>
    `${films} ${films === 1 ? 'film' : 'films'} in ${languages} ${languages === 1 ? 'language' : 'languages'}`,
  movieNotFound: 'Movie not found',
  upcomingNotFound: 'Upcoming movies not found',
  removeFilter: 'No film matches all of your filters. Remove one, or open one of these lists.',
  allMovies: 'All movies',
  notListed: (names: string) =>
    `We have no language or genre called “${names}”. Choose another, or see all movies.`,
  nothingYet: 'No new film is announced yet. Until then, choose one that you can watch now.',
  listFailedHint: 'Check your connection and try again.',
  refresh: 'Refresh',
  moviesLoadFailed: 'Unable to load movies at this time please try again',

  searchLabel: 'Search Movie',
  searching: 'Searching…',
  searchCut: (letters: number) =>
    `A search has at most ${letters} letters. We searched for the first ${letters}.`,
  results: (films: number, lists: number) =>
    [
      `${films} ${films === 1 ? 'film' : 'films'} found`,
      lists > 0 && `${lists} ${lists === 1 ? 'list' : 'lists'} found`,
    ]
      .filter(Boolean)
      .join(', '),
  allInLanguage: (language: string) => `All films in ${language}`,
  allOfGenre: (genre: string) => `All films of the genre ${genre}`,

  pauseBanner: 'Pause the banner',
  playBanner: 'Play the banner',
  bannerSlide: (index: number, total: number) => `Film ${index} of ${total}`,
  back: 'Back',
  forward: 'Forward',
} as const;
