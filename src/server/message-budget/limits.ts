import { sessionMessages as text } from '#messages/session.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import { type Limit, perDay, perHour } from '../rate-limits.ts';

/**
 * Strangers get only `strangerPoints`. Who a stranger is depends on the limit: without a known
 * device, an account, or a proven address.
 */
export interface SharedLimit extends Limit {
  strangerPoints: number;
}
const withStrangerPoints = (limit: Limit, strangerPoints: number): SharedLimit => ({
  ...limit,
  strangerPoints,
});

export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 10;
/** Additional codes for a device of an earlier sign-in; strangers cannot use them up. */
const DEVICE_CODES_PER_HOUR = 2;
const DEVICE_CODES_PER_DAY = 5;
/**
 * Per hour. Chosen: a high limit, since Indian mobile networks put thousands of people behind one
 * address.
 */
export const CODES_PER_ADDRESS = 30;
/**
 * Per hour, for a block of ten thousand numbers (all but the last four digits): SMS pumping uses
 * blocks.
 */
export const CODES_PER_BLOCK = 20;
const ADDITIONAL_ACCOUNT_CODES_PER_BLOCK = 10;
const STRANGER_SHARE = 3 / 4;

export const CODE_LIMITS = {
  destinationHour: withStrangerPoints(
    perHour(
      'otp_destination_hour',
      CODES_PER_HOUR + DEVICE_CODES_PER_HOUR,
      sessionRefusals.tooManyToYou,
    ),
    CODES_PER_HOUR,
  ),
  destinationDay: withStrangerPoints(
    perDay({
      name: 'otp_destination_day',
      points: CODES_PER_DAY + DEVICE_CODES_PER_DAY,
      message: sessionRefusals.tooManyToYou,
    }),
    CODES_PER_DAY,
  ),
  address: perHour('otp_address_hour', CODES_PER_ADDRESS, sessionRefusals.tooManyFromNetwork),
  block: withStrangerPoints(
    perHour(
      'otp_block_hour',
      CODES_PER_BLOCK + ADDITIONAL_ACCOUNT_CODES_PER_BLOCK,
      sessionRefusals.tooManyNearby,
    ),
    CODES_PER_BLOCK,
  ),
};

/**
 * Other messages to a mail address that its account has proven. All other destinations get as many
 * as codes.
 */
export const MESSAGES_PER_HOUR = 20;
const MESSAGES_PER_DAY = 50;
/** Per hour, for accounts of one network: as many as the codes that existing accounts get there. */
export const MESSAGES_PER_ADDRESS = CODES_PER_ADDRESS * 2;
const hourly = (name: string) =>
  withStrangerPoints(
    perHour(name, MESSAGES_PER_HOUR, sessionRefusals.tooManyTries),
    CODES_PER_HOUR,
  );
const daily = (name: string) =>
  withStrangerPoints(
    perDay({ name, points: MESSAGES_PER_DAY, message: sessionRefusals.tooManyTries }),
    CODES_PER_DAY,
  );

export const MESSAGE_LIMITS = {
  destinationHour: hourly('message_destination_hour'),
  destinationDay: daily('message_destination_day'),
  accountHour: hourly('message_account_hour'),
  accountDay: daily('message_account_day'),
  address: perHour(
    'message_address_hour',
    MESSAGES_PER_ADDRESS,
    sessionRefusals.tooManyTriesFromNetwork,
  ),
};

const withStrangerShare = (limit: Limit) =>
  withStrangerPoints(limit, Math.ceil(limit.points * STRANGER_SHARE));
/** A country may use a quarter of the daily cap in an hour, and a foreign one a tenth in a day. */
export const hourlyDialCodeLimit = (cap: number) =>
  withStrangerShare(
    perHour('otp_dial_code_hour', Math.ceil(cap / 4), sessionRefusals.tooManyInCountry),
  );
export const dailyForeignLimit = (cap: number) =>
  withStrangerShare(
    perDay({
      name: 'otp_dial_code_day',
      points: Math.ceil(cap / 10),
      message: sessionRefusals.tooManyInCountry,
    }),
  );
/** Live two days, because their key names the day. */
export const dailyLimit = (cap: number) =>
  withStrangerShare(
    perDay({ name: 'otp_daily', points: cap, message: text.resendFailed, days: 2 }),
  );
export const dailyMailLimit = (cap: number) =>
  withStrangerShare(
    perDay({ name: 'mail_daily', points: cap, message: text.resendFailed, days: 2 }),
  );
