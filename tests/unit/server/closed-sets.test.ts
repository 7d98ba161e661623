import { is } from 'drizzle-orm';
import { getTableConfig, PgText } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { PROVIDER_NAMES } from '#contract/payments.ts';
import { tables } from '../../support/tables.ts';

const CLOSED_SET =
  /(^|_)(status|state|kind|type|source|outcome|cause|reason|stage|phase|role|mode|active|provider)$/;

/** Columns with such a name that hold free text. */
const FREE_TEXT: Record<string, string> = {
  'movie_actors.actor_role': 'the words of the credits',
  'orders.payment_mode': "the provider's word",
  'submission_fees.payment_mode': "the provider's word",
  'orders.buyer_state': 'a State of India: the GST code',
  'payment_attempts.held_reason': 'for the previous release, which parses it',
  'orders.order_source': 'the client names itself',
  'orders.link_source': 'the label of a link',
  'movie_visits.link_source': 'the label of a link',
  'movie_plays.device_type': 'the client names its device',
  'disputes.phase': "the provider's word",
  'held_payments.reason': 'a sentence for the operator',
  'part_refunds.reason': 'a sentence for the payer',
  'refunds.reason': 'a sentence for the payer',
};

const columns = Object.values(tables).flatMap((table) => {
  const { name, columns: ownColumns, checks } = getTableConfig(table);
  return ownColumns.map((column) => ({ table, path: `${name}.${column.name}`, column, checks }));
});

test('a text column whose name says that its values are a closed set has an enum', () => {
  const bare = columns.filter(
    ({ column, path }) =>
      is(column, PgText) && !column.enumValues && CLOSED_SET.test(path.split('.')[1]!),
  );
  expect(bare.map(({ path }) => path).toSorted()).toEqual(Object.keys(FREE_TEXT).toSorted());
});

test('each enum has a CHECK, except for the names of payment providers', () => {
  const unchecked = columns.filter(({ column, checks, table }) => {
    const isChecked = checks.some(
      ({ name }) => name === `${getTableConfig(table).name}_${column.name}_values`,
    );
    return column.enumValues && !isChecked;
  });
  expect(unchecked.length).toBeGreaterThan(0);
  for (const { column, path } of unchecked) expect(column.enumValues, path).toBe(PROVIDER_NAMES);
});
