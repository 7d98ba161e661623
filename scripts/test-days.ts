/**
 * Days and time zones on which `npm run test:dates` plays the first ring, and `.ci/run` a sample of
 * it (docs/testing.md).
 */
export interface TestDay {
  name: string;
  /** The instant at which the run begins. */
  startsAt: Date;
  /** Time zone of the machine. Default: India. */
  zone?: string;
}

export const DEFAULT_ZONE = 'Asia/Kolkata';
export const OTHER_ZONES = ['Pacific/Auckland', 'America/Los_Angeles'];

/**
 * The next days after `today` on which dates are special, at different hours. Chosen: only days in
 * the future, because browsers and certificates would refuse a server of the past.
 */
export function testDays(today: Date): TestDay[] {
  const year = today.getUTCFullYear();
  const nextOf = (instantIn: (year: number) => Date, from = year): Date => {
    const instant = instantIn(from);
    return instant > today ? instant : nextOf(instantIn, from + 1);
  };
  return [
    { name: 'next-month', startsAt: new Date(Date.UTC(year, today.getUTCMonth() + 1, 15, 3, 30)) },
    { name: 'year-end', startsAt: nextOf((each) => new Date(Date.UTC(each, 11, 31, 23, 50))) },
    // Century years are no leap years, except every fourth.
    {
      name: 'leap-day',
      startsAt: nextOf((each) => new Date(Date.UTC(nextLeapYear(each), 1, 29, 12))),
    },
    // 23:15 in India on 31 March, and midnight on 1 April.
    {
      name: 'fiscal-year-end',
      startsAt: nextOf((each) => new Date(Date.UTC(each, 2, 31, 17, 45))),
    },
    {
      name: 'fiscal-year-start',
      startsAt: nextOf((each) => new Date(Date.UTC(each, 2, 31, 18, 30))),
    },
    // Half an hour before the clocks go back.
    { name: 'clock-change', startsAt: nextOf(lastSundayOfOctober), zone: 'Europe/Berlin' },
    { name: 'two-years-on', startsAt: new Date(Date.UTC(year + 2, today.getUTCMonth(), 15, 21)) },
  ];
}

const isLeapYear = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
const nextLeapYear = (year: number): number => (isLeapYear(year) ? year : nextLeapYear(year + 1));

function lastSundayOfOctober(year: number): Date {
  const lastDay = new Date(Date.UTC(year, 9, 31, 0, 30));
  return new Date(Date.UTC(year, 9, 31 - lastDay.getUTCDay(), 0, 30));
}

/** The runs of `.ci/run`: each begins at another hour, and one of them is in another time zone. */
export function sampleDays(today: Date): TestDay[] {
  const days = testDays(today).filter(({ name }) =>
    ['year-end', 'leap-day', 'fiscal-year-start'].includes(name),
  );
  return days.map((day) =>
    day.name === 'leap-day' ? { ...day, zone: 'America/Los_Angeles' } : day,
  );
}

/** The environment of a run on that day. */
export const dayVariables = ({
  startsAt,
  zone = DEFAULT_ZONE,
}: Pick<TestDay, 'startsAt' | 'zone'>) => ({
  TEST_NOW: startsAt.toISOString(),
  TEST_ZONE: zone,
});
