// The numbers of spec §9 and of api.md.
/** Films of one account, without a paid fee, that wait for a decision. */
export const WAITING_FILMS_MAX = 20;
