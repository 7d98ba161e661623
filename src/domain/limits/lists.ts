// The numbers of spec §9 and of api.md.
export const PAGE_SIZES = {
  search: 10,
  homeStreaming: 12,
  upcoming: 10,
  publicUpcoming: 12,
  popular: 5,
  homeShortFilms: 9,
  shortFilms: 12,
  movies: 12,
  reviews: 10,
  orders: 100,
  producer: 30,
  /**
   * The size that a browser sends for an export (spec §7). The export itself has no limit: the
   * server streams all orders.
   */
  csvExport: 100_000,
  /** Largest JSON page of producer orders; the server holds a whole page in memory. */
  producerJsonMax: 1000,
} as const;
export const MAX_PAGE_SIZE = 100;
/**
 * Rows that the back office loads of a list. Chosen: more than the default of 50, so that filtering
 * in the browser covers most lists. The statements of 500 channels take 300 ms.
 */
export const OFFICE_LIST_ROWS = 300;
