import {
  aPostgresCluster,
  isPostgresInstalled,
} from '../../tests/support/stress/postgres-cluster.ts';
import { CommandError } from '../command-error.ts';

/**
 * Runs on the database of DATABASE_URL, or on a new PostgreSQL. Throws CommandError if none is
 * installed.
 */
export async function withPostgres<Result>(
  run: (databaseUrl: string) => Promise<Result>,
  settings?: Parameters<typeof aPostgresCluster>[0],
): Promise<Result> {
  const configuredUrl = process.env['DATABASE_URL'];
  if (configuredUrl) return run(configuredUrl);
  if (!isPostgresInstalled)
    throw new CommandError(
      'PostgreSQL is not installed here. Set DATABASE_URL to an empty PostgreSQL database.',
    );
  const cluster = await aPostgresCluster(settings);
  return run(cluster.socketUrl).finally(() => cluster.drop());
}
