import type { Database } from '#server/db/database.ts';

export interface OfficeCounts {
  films: number;
  orders: number;
  people: number;
}

const YEARS = 2;
/** Every n-th row. */
const EVERY = {
  producer: 400,
  blocked: 1000,
  hiddenFilm: 20,
  submission: 5,
  rareLanguage: 2000,
  held: 2000,
};
const COUPON_CODES = 300;
const BATCHES = 100;
const OPEN_ORDERS = 40;
const IMPORTS = 200;

const WORDS =
  'night rail seven doors shadow wave sea river window mountain kite wire lamp flame tea stair tide rain town moon';
const FIRST_NAMES =
  'Asha Ravi Meera Nithin Parvathy Arjun Fatima Joseph Lakshmi Imran Divya Kiran Sana Vikram Anjali Suresh';
const LAST_NAMES =
  'Rao Menon Iyer Khan Das Nair Reddy Fernandes Pillai Sharma Bose Gupta Joshi Kaur Mathew Shetty';
export const LANGUAGES = [
  'Tamil',
  'Hindi',
  'Malayalam',
  'Bengali',
  'Telugu',
  'Kannada',
  'Marathi',
  'English',
] as const;
export const RARE_LANGUAGE = 'Konkani';

const listOf = (words: string) => `string_to_array('${words}', ' ')`;
/** One of the words, always the same for the same number. */
const pick = (words: string, number: string) =>
  `(${listOf(words)})[1 + (${number}) % ${words.split(' ').length}]`;
/** From 0 to 1, evenly spread, always the same for the same number. */
const share = (number: string) =>
  `((hashint4((${number})::int)::bigint & 2147483647) / 2147483648.0)`;

/**
 * Inserts a cinema of two years: the statements run in this order, on empty tables whose serial
 * numbers start with 1.
 */
function statements({ films, orders, people }: OfficeCounts): [table: string, sql: string][] {
  const submissions = Math.ceil(films / EVERY.submission);
  const channels = Math.ceil(films / 50);
  const codesPerBatch = Math.ceil(orders / 2000);
  const begin = `now() - interval '${YEARS} years'`;
  const instant = (number: string, count: number) =>
    `${begin} + (now() - (${begin})) * (${number} / ${count}.0)`;
  const rows = (count: number) => `generate_series(1, ${count}) n`;
  const series = `case when paid_at < make_timestamptz(extract(year from paid_at)::int, 4, 1, 0, 0, 0)
    then to_char(paid_at - interval '1 year', 'YY') || to_char(paid_at, 'YY')
    else to_char(paid_at, 'YY') || to_char(paid_at + interval '1 year', 'YY') end`;
  const day = (column: string) => `to_char(${column} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;
  const document = (kind: string, number: string, column: string) => `jsonb_build_object(
    'kind', '${kind}', 'invoiceNo', ${number}, 'date', ${day(column)}, 'orderNo', order_no,
    'supplier', jsonb_build_object('name', 'Matinee', 'address', array['1 Beach Road', 'Chennai 600001'], 'gstin', '33AAAAA0000A1Z5', 'state', 'Tamil Nadu', 'stateCode', '33'),
    'recipient', jsonb_build_object('name', 'A viewer of the cinema', 'state', 'Tamil Nadu', 'stateCode', buyer_state, 'country', 'India'),
    'placeOfSupply', buyer_state || '-State', 'supply', case when buyer_state = '33' then 'state' else 'inter-state' end, 'sac', '999614', 'taxPercent', 18,
    'lines', jsonb_build_array(jsonb_build_object('desc', 'Movie ticket: a film (24 h)', 'film', jsonb_build_object('name', 'A film', 'nameEn', null, 'lang', 'ta'),
      'qty', 1, 'uom', 'Nos', 'unit', unit_price, 'discount', discount_value, 'couponCode', coupon_code, 'taxable', total_order_value)),
    'cgst', case when buyer_state = '33' then total_tax_value / 2 else 0 end, 'sgst', case when buyer_state = '33' then total_tax_value / 2 else 0 end,
    'utgst', 0, 'igst', case when buyer_state = '33' then 0 else total_tax_value end,
    'roundOff', total_rounded_value - total_order_value - total_tax_value, 'total', total_rounded_value, 'totalInWords', 'Rupees one hundred and seventy-six only',
    'currency', 'INR', 'reverseCharge', false, 'payment', jsonb_build_object('mode', 'UPI', 'ref', payment_transaction_no, 'charged', null))`;
  return [
    [
      'languages',
      `insert into languages (language_name) select unnest(array['${[...LANGUAGES, RARE_LANGUAGE].join("','")}'])`,
    ],
    [
      'genres',
      `insert into genres (genre_name, ordering) select 'Genre ' || n, n from ${rows(16)}`,
    ],
    [
      'subscriptions',
      `insert into subscriptions (content, ordering) select 'Text ' || n, n from ${rows(20)}`,
    ],
    [
      'users',
      `insert into users (dial_code, mobile, mobile_verified_at, email_id, email_verified_at, first_name, last_name, roles, blocked_at, created_on)
       select '91', (7000000000 + n * 13)::text, at, case when n % 10 < 7 then 'person' || n || '@example.com' end, case when n % 10 < 6 then at end,
         ${pick(FIRST_NAMES, 'n')}, ${pick(LAST_NAMES, 'n / 16')}, case when n % ${EVERY.producer} = 1 then '{Producer}' else '{}' end::text[],
         case when n % ${EVERY.blocked} = 7 then at end, at
       from (select n, ${instant('n', people)} as at from ${rows(people)}) made`,
    ],
    [
      'sessions',
      `insert into sessions (session_id, user_id, last_seen_on, revoked_at)
       select gen_random_uuid(), 1 + n % ${people}, now() - n % 60 * interval '1 day', case when n % 3 = 0 then now() end from ${rows(people)}`,
    ],
    [
      'packages',
      `insert into packages (package_key, manifest, keys) select 'package' || n, '{}', array[repeat('0', 32)] from ${rows(films)}`,
    ],
    [
      'movies',
      `insert into movies (movie_key, movie_name, movie_name_en, search_text, search_sound, movie_description, primary_language, movie_type, ticket_rate,
         active, import_ref, package_id, release_date, streaming_start_date, created_on)
       select 'key' || n, name, name, E' \\n ' || lower(name) || E' \\n ', E' \\n ' || lower(name) || E' \\n ',
         repeat('A long evening in a small town, and someone at the window who knows more than they say. ', 10),
         case when n % ${EVERY.rareLanguage} = 3 then '${RARE_LANGUAGE}' else (array['${LANGUAGES.join("','")}'])[1 + floor(8 * ${share('n')} * ${share('n + 1')})::int] end,
         (array['MOVIES', 'MOVIES', 'MOVIES', 'SERIES', 'SHORTS'])[1 + n % 5], 14900, case when n % ${EVERY.hiddenFilm} = 0 then 'N' else 'Y' end,
         case when n % 3 > 0 then 'ref-' || n end, case when n % 10 > 0 then n end, at, at, at
       from (select n, initcap(${pick(WORDS, 'n')} || ' ' || ${pick(WORDS, 'n / 7')}) || ' ' || n as name, ${instant('n', films)} as at from ${rows(films)}) made`,
    ],
    [
      'movie_genres',
      `insert into movie_genres (movie_id, genre_id, ordering) select movie_id, 1 + (movie_id + n * 5) % 16, n from movies, ${rows(2)}`,
    ],
    [
      'movie_actors',
      `insert into movie_actors (movie_id, ordering, actor_name, actor_role) select movie_id, n, ${pick(FIRST_NAMES, 'movie_id + n')}, 'Role ' || n from movies, ${rows(3)}`,
    ],
    [
      'collections',
      `insert into collections (name, ordering) select 'Collection ' || n, n from ${rows(40)}`,
    ],
    [
      'collection_movies',
      `insert into collection_movies (collection_id, movie_id, ordering)
       select collection_id, (collection_id * 60 + n) % ${films} + 1, n from collections, ${rows(Math.min(60, films))}`,
    ],
    [
      'channels',
      `insert into channels (channel_name, owner_id) select 'Channel ' || n, 1 + n * ${EVERY.producer} % ${people} from ${rows(channels)}`,
    ],
    [
      'channel_movies',
      `insert into channel_movies (channel_id, movie_id) select 1 + movie_id % ${channels}, movie_id from movies where movie_id % 5 < 3`,
    ],
    [
      'submission_fees',
      `insert into submission_fees (fee_no, user_id, amount, payment_status, created_at, paid_at)
       select 'S-' || n, 1 + n % ${people}, 50000, 'PAID', at, at from (select n, ${instant('n', submissions)} as at from ${rows(submissions)}) made`,
    ],
    [
      'submissions',
      `insert into submissions (movie_id, user_id, draft_key, running_time, website, contact_name, contact_email, contact_phone, contact_signature,
         contact_place, contact_sign_date, fee_id, submitted_at, decided_at)
       select fee_id * ${EVERY.submission} - ${EVERY.submission - 1}, user_id, 'draft' || fee_id, '90', 'https://film.example', 'A filmmaker', 'maker@example.com', '9000000000',
         'A filmmaker', 'Chennai', '2026-01-01', fee_id, created_at, case when (fee_id * ${EVERY.submission} - ${EVERY.submission - 1}) % 3 > 0 then created_at end from submission_fees`,
    ],
    [
      'submission_steps',
      `insert into submission_steps (movie_id, stage, at, due_at, sent_at)
       select movie_id, stage, submitted_at, submitted_at, submitted_at from submissions, unnest(array['received', 'in_review', 'accepted']) stage
       where stage = 'received' or movie_id % 3 > 0`,
    ],
    [
      'coupons',
      `insert into coupons (coupon_code, coupon_type, coupon_value, total_limit, batch)
       select 'SAVE' || n, 'PERCENTAGE', 25, 100000, null from ${rows(COUPON_CODES)}
       union all select 'BATCH' || batch || '-' || n, 'FIXED', 30, 1, 'BATCH' || batch from ${rows(codesPerBatch)}, generate_series(1, ${BATCHES}) batch`,
    ],
    [
      'orders',
      `insert into orders (order_no, user_id, movie_id, booking_start_time, booking_end_time, timezone, unit_price, coupon_code, discount_type,
         discount_percentage, discount_value, total_order_value, tax_percentage, total_tax_value, total_rounded_value, currency, order_date, payment_mode,
         payment_status, payment_transaction_no, paid_at, refunded_at, buyer_state, order_country)
       select 'M' || to_char(at at time zone 'UTC', 'YY') || '-' || lpad(n::text, greatest(6, length(n::text)), '0'), 1 + n * 7919::bigint % ${people}, 1 + floor(${films} * power(${share('n')}, 3)), at, at + interval '1 day',
         'Asia/Kolkata', 14900, code, case when code is not null then 'PERCENTAGE' end, case when code is not null then 25 else 0 end,
         case when code is not null then 3725 else 0 end, case when code is not null then 11175 else 14900 end, 18, case when code is not null then 2012 else 2682 end,
         case when code is not null then 13200 else 17600 end, 'INR', at, 'UPI', status, case when status in ('PAID', 'REFUNDED') then 'pay_' || n end,
         case when status in ('PAID', 'REFUNDED') then at + interval '3 minutes' end, case when status = 'REFUNDED' then at + interval '1 day' end,
         case when n % 3 = 0 then '33' else '29' end, 'IN'
       from (select n, ${instant('n', orders)} as at,
           case when n > ${orders - OPEN_ORDERS} then case when n % 2 = 0 then 'NEW' else 'PROCESSING' end
             when n % 100 < 83 then 'PAID' when n % 100 < 97 then 'CANCELLED' else 'REFUNDED' end as status,
           case when n % 7 = 0 then case when n % 70 = 0 then 'BATCH' || 1 + n / 70 % ${BATCHES} || '-' || 1 + n / 70 / ${BATCHES} % ${codesPerBatch}
             else 'SAVE' || 1 + floor(${COUPON_CODES} * power(${share('n + 1')}, 2)) end end as code
         from ${rows(orders)}) made`,
    ],
    [
      'coupon_uses',
      `insert into coupon_uses (movie_order_id, coupon_code, user_id, taken_at)
       select movie_order_id, coupon_code, user_id, order_date from orders where coupon_code is not null and payment_status in ('PAID', 'REFUNDED')`,
    ],
    [
      'payment_attempts',
      `insert into payment_attempts (movie_order_id, provider, receipt, provider_order_id, amount, currency, order_total, provider_payment_id, state, held_reason, created_at)
       select movie_order_id, 'razorpay', 'receipt' || movie_order_id, 'order_' || movie_order_id, total_rounded_value, 'INR', total_rounded_value, payment_transaction_no,
         case when payment_status = 'PAID' then 'paid' when payment_status in ('NEW', 'PROCESSING') then 'open' else 'closed' end,
         case when movie_order_id % ${EVERY.held} = 17 then 'pay_held' || movie_order_id || ': the sum is not the price' end, order_date
       from orders`,
    ],
    [
      'held_payments',
      `insert into held_payments (attempt_id, movie_order_id, provider, provider_payment_id, cause, reason, held_at)
       select attempt_id, movie_order_id, provider, split_part(held_reason, ':', 1), 'other_sum', 'the sum is not the price', created_at
       from payment_attempts where held_reason is not null`,
    ],
    [
      'payment_events',
      `insert into payment_events (provider, event_key, source, provider_order_id, provider_payment_id, payload, received_at, applied_at, outcome)
       select 'razorpay', source || ':' || movie_order_id, source, 'order_' || movie_order_id, payment_transaction_no,
         jsonb_build_object('event', 'payment.captured', 'payment', payment_transaction_no, 'amount', total_rounded_value), paid_at, paid_at, 'paid'
       from orders, unnest(array['webhook', 'browser']) source where paid_at is not null`,
    ],
    [
      'refunds',
      `insert into refunds (movie_order_id, provider, provider_payment_id, amount, currency, reason, ends_ticket, state, provider_refund_id, asked_at, checked_at)
       select movie_order_id, 'razorpay', payment_transaction_no, total_rounded_value, 'INR', 'The film stopped', true, 'done', 'rfnd_' || movie_order_id, refunded_at, refunded_at
       from orders where payment_status = 'REFUNDED'
       union all select movie_order_id, 'razorpay', 'pay_second' || movie_order_id, total_rounded_value, 'INR', 'Paid twice', false,
         case when movie_order_id % ${EVERY.held} = 0 then 'failed' else 'done' end, null, order_date, order_date
       from orders where movie_order_id % 1000 = 0`,
    ],
    [
      'disputes',
      `insert into disputes (dispute_id, provider, provider_payment_id, movie_order_id, amount, currency, state, phase, respond_by, opened_at, changed_at)
       select 'disp_' || movie_order_id, 'razorpay', payment_transaction_no, movie_order_id, total_rounded_value, 'INR',
         ${pick('open open under_review won lost', 'movie_order_id / 200')}, 'chargeback',
         case when movie_order_id % 3 > 0 then paid_at + interval '9 days' end, paid_at, paid_at
       from orders where paid_at is not null and movie_order_id % 200 = 19`,
    ],
    [
      'invoices',
      `insert into invoices (invoice_no, kind, movie_order_id, issued_at, document)
       select number, 'invoice', movie_order_id, paid_at, ${document('invoice', 'number', 'paid_at')}
       from (select *, 'T' || ${series} || '/' || lpad(movie_order_id::text, 7, '0') as number from orders where paid_at is not null) sold`,
    ],
    [
      'invoices',
      `insert into invoices (invoice_no, kind, movie_order_id, issued_at, document)
       select number, 'credit-note', movie_order_id, refunded_at, ${document('credit-note', 'number', 'refunded_at')}
       from (select *, 'C' || ${series} || '/' || lpad(movie_order_id::text, 7, '0') as number from orders where refunded_at is not null) returned`,
    ],
    [
      'ticket_mails',
      `insert into ticket_mails (movie_order_id, kind, due_at, sent_at) select movie_order_id, 'ticket', paid_at, paid_at from orders where paid_at is not null`,
    ],
    [
      'movie_plays',
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time, play_end_time, play_seek_time)
       select movie_id, user_id, movie_order_id, paid_at, paid_at + interval '90 minutes', 90 from orders where payment_status = 'PAID'`,
    ],
    [
      'reviews',
      `insert into reviews (movie_id, user_id, rating, review_comments, hidden_at, created_on)
       select movie_id, user_id, 1 + movie_order_id % 5, 'A film that stays with you, slow at first and then not at all.',
         case when movie_order_id % 500 = 0 then now() end, paid_at + interval '1 day'
       from orders where payment_status = 'PAID' and movie_order_id % 100 < 36 on conflict do nothing`,
    ],
    [
      'audit_log',
      `insert into audit_log (at, who, command, args, outcome, changes, ended_at)
       select at, 'asha@example.com from 203.0.113.7', ${pick('price refund hide edit', 'n')}, jsonb_build_object('film', 'ref-' || n), 'done',
         jsonb_build_array(jsonb_build_object('what', 'movie ref-' || n, 'before', jsonb_build_object('ticketRate', 149), 'after', jsonb_build_object('ticketRate', 99))), at
       from (select n, ${instant('n', Math.ceil(orders / 2))} as at from ${rows(Math.ceil(orders / 2))}) made`,
    ],
    [
      'import_runs',
      `insert into import_runs (started_at, who, file, state)
       select ${instant('n', IMPORTS)}, 'asha@example.com', 'films-' || n || '.csv', ${pick('done done stopped undone', 'n')} from ${rows(IMPORTS)}`,
    ],
  ];
}

/** Fills an empty database. `onStatement` gets the table before its rows are inserted. */
export async function fillOfficeDatabase(
  { query }: Pick<Database, 'query'>,
  counts: OfficeCounts,
  onStatement: (table: string) => void = () => undefined,
): Promise<void> {
  for (const [table, statement] of statements(counts)) {
    onStatement(table);
    await query(statement);
  }
  onStatement('vacuum');
  // The last commits must be on disk: vacuum skips rows whose commit is not.
  await query('set synchronous_commit = on');
  await query('select txid_current()');
  await query('vacuum analyze');
}
