import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The PostgreSQL of this run, and the database on it that the migrations have been through (tests/support/databases.ts). */
const server = () => process.env['TEST_DATABASE_URL'];
const template = () => process.env['TEST_DATABASE_TEMPLATE'];

export const isPostgres = Boolean(server());

const addressOf = (name: string) => Object.assign(new URL(server()!), { pathname: `/${name}` }).href;

async function sql(text: string) {
  const client = new pg.Client({ connectionString: server() });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** A new database on the PostgreSQL of this run, as the migrations leave it; without any table if `isEmpty`. */
export async function aPostgresDatabase({ isEmpty = false } = {}) {
  const name = `matinee_${randomUUID().replaceAll('-', '')}`;
  await sql(`create database ${name}${template() && !isEmpty ? ` template ${template()}` : ''}`);
  return { url: addressOf(name), drop: () => sql(`drop database ${name} with (force)`) };
}
