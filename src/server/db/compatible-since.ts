/**
 * Each migration, and the oldest schema number whose code runs on the tables as the migration leaves them. The schema number of a
 * release is the number of migrations here. An expanding migration keeps the number of the line before it; one that removes or
 * renames something names the first schema whose code no longer used that (docs/upgrade.md, "Add a migration").
 */
export const COMPATIBLE_SINCE: Record<string, number> = {
  // Chosen: up to here each migration names its own number, since nobody has tried older code on these tables.
  '0000_the_house': 1,
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
};
