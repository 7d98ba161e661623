import { ERROR_KINDS, type ErrorCode, type ErrorKind } from '#contract/error-codes.ts';
import { LANGUAGE } from '#domain/format/locale.ts';
import type { Text } from '#domain/format/sentence.ts';
import { refusalSentences } from '#messages/refusals/sentences.ts';

/**
 * The codes of refusals that have a sentence of their own, but not a code of their own; a few have
 * another kind too.
 */
const CODES = {
  account_not_found: 'user_not_found',
  certificate_away: ['provider_away', 'unavailable'],
  channel_name_not_found: 'not_found',
  channel_statement_not_found: 'not_found',
  character_unreadable: 'validation_failed',
  claimed_gift_kept: 'gift_claimed',
  code_required: 'proof_required',
  collection_not_found: 'not_found',
  country_unknown: 'place_unknown',
  coupon_ended: ['coupon_over', 'conflict'],
  coupon_not_found: ['coupon_unknown', 'not_found'],
  coupon_used_by_viewer: 'coupon_used_up',
  current_password_invalid: 'credentials_invalid',
  current_values_not_found: 'not_found',
  download_expired: 'token_invalid',
  email_not_served: 'country_not_served',
  event_too_large: 'body_too_large',
  factor_code_invalid: ['otp_invalid', 'forbidden'],
  fee_changed: 'price_changed',
  fee_held: 'payment_held',
  fee_pending: 'payment_pending',
  film_not_in_channel: 'not_found',
  film_not_in_collection: 'not_found',
  film_not_playable: ['film_not_ready', 'unavailable'],
  film_part_not_found: 'not_found',
  genre_name_not_found: 'not_found',
  gift_already_booked: 'already_booked',
  gift_not_extendable: 'not_extendable',
  import_not_found: 'not_found',
  invoice_of_other_seller: 'invoice_not_found',
  job_not_found: 'not_found',
  language_name_not_found: 'not_found',
  operation_not_found: 'not_found',
  operation_role_required: 'role_required',
  own_payment_pending: 'payment_pending',
  ownerless_not_extendable: 'not_extendable',
  page_too_large: 'validation_failed',
  password_common: 'validation_failed',
  password_is_own: 'validation_failed',
  payment_not_approved: 'not_approved',
  person_owns_films: 'owns_films',
  person_payment_pending: 'payment_pending',
  play_token_invalid: 'token_invalid',
  playback_not_found: 'session_not_found',
  played_not_returned: 'ticket_played',
  poster_key_unknown: ['poster_not_found', 'invalid'],
  producer_movie_not_found: 'movie_not_found',
  provider_silent: 'provider_away',
  refresh_token_invalid: 'token_invalid',
  returned_not_extendable: 'not_extendable',
  review_ticket_required: 'ticket_required',
  reviewer_not_found: 'user_not_found',
  slot_missing: 'validation_failed',
  submitted_movie_not_found: 'movie_not_found',
  subscription_not_found: 'not_found',
  upload_not_found: 'not_found',
  upload_request_malformed: 'upload_malformed',
  upload_role_required: 'role_required',
} as const satisfies Record<string, ErrorCode | readonly [ErrorCode, ErrorKind]>;

/** A refusal has the name of its code, unless several refusals share the code. */
export type RefusalName = ErrorCode | keyof typeof CODES;
type Sentence = Text | ((...values: never[]) => Text);
const sentences: { [Name in RefusalName]: Sentence } = refusalSentences;

type SentenceOf<Name extends RefusalName> = (typeof refusalSentences)[Name];
/** What the sentence of a refusal names. */
export type RefusalValues<Name extends RefusalName> =
  SentenceOf<Name> extends (...values: infer Values) => Text ? Values : [];

export function codeAndKindOf(name: RefusalName): { code: ErrorCode; kind: ErrorKind } {
  const shared = Object.hasOwn(CODES, name)
    ? CODES[name as keyof typeof CODES]
    : (name as ErrorCode);
  const [code, kind] = typeof shared === 'string' ? [shared] : shared;
  return { code, kind: kind ?? ([ERROR_KINDS[code]].flat()[0] as ErrorKind) };
}

/** The languages of refusals. */
const LANGUAGES = { [LANGUAGE]: sentences };
type Language = keyof typeof LANGUAGES;

/** Chooses the sentence where the refusal is sent or shown. */
export function refusalText(
  { name, values }: { name: RefusalName; values: readonly unknown[] },
  language: Language,
): Text {
  const sentence = LANGUAGES[language][name];
  return typeof sentence === 'function'
    ? (sentence as (...values: readonly unknown[]) => Text)(...values)
    : sentence;
}
