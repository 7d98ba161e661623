/**
 * Maps each migration to the oldest schema number whose code runs on its tables (docs/upgrade.md,
 * "Add a migration"). A migration's own number is its place in this list, from 1:
 * 0012_schema_version has 13.
 */
export const COMPATIBLE_SINCE: Record<string, number> = {
  // Chosen: migrations before 0012 name their own number, because older code was never tested on
  // their tables.
  '0000_initial_tables': 1,
  '0001_search': 2,
  '0002_accounts': 3,
  '0003_money': 4,
  '0004_reviews': 5,
  '0005_makers': 6,
  '0006_operator': 7,
  '0007_lists': 8,
  '0008_counts': 9,
  '0009_subscriptions': 10,
  '0010_order_countries': 11,
  '0011_booking_reminders': 12,
  '0012_schema_version': 12,
  '0013_office': 12,
  '0014_statements_and_indexes': 12,
  '0015_decisions_and_channels': 12,
  '0016_devices': 12,
  '0017_reservations_and_places': 12,
  '0018_part_refunds_and_disputes': 12,
  '0019_fee_mails': 12,
  '0020_import_runs': 12,
  '0021_server_processes': 12,
  '0022_link_sources': 12,
  '0023_gifts': 12,
  '0024_other_browsers': 12,
  '0025_closed_sets': 12,
  // Code of schema 19 to 26, which was never released, shows decided payments as held.
  '0026_held_decisions': 12,
};
