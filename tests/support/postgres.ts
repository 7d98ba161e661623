import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Set by tests/support/database-setup.ts: the PostgreSQL of this run, and a migrated template database. */
const serverUrl = () => process.env['TEST_DATABASE_URL'];
const template = () => process.env['TEST_DATABASE_TEMPLATE'];

export const isPostgres = Boolean(serverUrl());

const urlOf = (name: string) => Object.assign(new URL(serverUrl()!), { pathname: `/${name}` }).href;

async function sql(text: string) {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

export async function aPostgresDatabase({ isEmpty = false } = {}) {
  const name = `matinee_${randomUUID().replaceAll('-', '')}`;
  await sql(`create database ${name}${template() && !isEmpty ? ` template ${template()}` : ''}`);
  return { url: urlOf(name), drop: () => sql(`drop database ${name} with (force)`) };
}
