import type { OperationDescription } from '#contract/office.ts';

type Choices = NonNullable<OperationDescription['fields'][number]['choices']>;

const FILM: Choices = { noun: 'movie', value: 'movieKey', label: 'movieName', filter: 'name' };
const SUBMISSION: Choices = { noun: 'submission', value: 'movieId', label: 'movieName' };
const COLLECTION: Choices = { noun: 'collection', value: 'name', label: 'name' };
const GENRE: Choices = { noun: 'genre', value: 'genreName', label: 'genreName' };
const LANGUAGE: Choices = { noun: 'language', value: 'languageName', label: 'languageName' };
const CHANNEL: Choices = { noun: 'channel', value: 'channelId', label: 'channelName' };
const SUBSCRIPTION: Choices = { noun: 'subscription', value: 'subscriptionId', label: 'content' };
const IMPORT: Choices = { noun: 'import', value: 'importRunId', label: 'file' };
const DISPUTE: Choices = { noun: 'dispute', value: 'disputeId', label: 'disputeId' };
const MEMBER: Choices = { noun: 'office', value: 'name', label: 'name' };

/** By field, by noun and field, or by operation and field. */
const FIELD_CHOICES: Partial<Record<string, Choices>> = {
  film: FILM,
  films: { ...FILM, isMany: true },
  genres: { ...GENRE, isMany: true },
  language: LANGUAGE,
  channel: CHANNEL,
  dispute: DISPUTE,
  page: { noun: 'page', value: 'name', label: 'name' },
  backup: { noun: 'backup', value: 'backup', label: 'backup' },
  'submission film': SUBMISSION,
  'subscription number': SUBSCRIPTION,
  'collection list name': COLLECTION,
  'collection order name': COLLECTION,
  'collection films name': COLLECTION,
  'collection remove name': COLLECTION,
  'genre rename name': GENRE,
  'language rename name': LANGUAGE,
  'genre remove name': GENRE,
  'language remove name': LANGUAGE,
  'import undo number': IMPORT,
  'office roles name': MEMBER,
  'office reset name': MEMBER,
  'office remove name': MEMBER,
};

/** By operation, if no field offers the rows of the list. */
const ROW_KEYS: Partial<Record<string, string[]>> = {
  'coupon end': ['couponCode', 'batch'],
  'review hide': ['reviewId'],
  'review show': ['reviewId'],
};

/**
 * The list whose rows a field of the back office offers. Undefined if the member types the value.
 */
export const choicesOf = (noun: string, verb: string, field: string): Choices | undefined =>
  FIELD_CHOICES[`${noun} ${verb} ${field}`] ??
  FIELD_CHOICES[`${noun} ${field}`] ??
  FIELD_CHOICES[field];

/**
 * The keys of the rows of `NOUN list` that have the value of the first field. Empty if the
 * operation concerns no row.
 */
export function rowKeysOf(noun: string, verb: string, firstField: string): string[] {
  const choices = choicesOf(noun, verb, firstField);
  return choices?.noun === noun && !choices.isMany
    ? [choices.value]
    : (ROW_KEYS[`${noun} ${verb}`] ?? []);
}
