import { DAY } from '#domain/limits.ts';

export const filmOfTheWeek = <Film>(films: readonly Film[], now: Date): Film | undefined =>
  films[Math.floor(now.getTime() / (7 * DAY)) % (films.length || 1)];
