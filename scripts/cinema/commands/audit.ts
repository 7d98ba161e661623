import { z } from 'zod';
import { option, sentence } from '#domain/format/sentence.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayMinute } from '#domain/format/moments.ts';
import { DATE_EXAMPLES } from '#domain/parse-instant.ts';
import type { Change } from '#server/operator/change.ts';
import { LIMIT_OPTIONS, limitFields, parseMoment, text, zone } from '../fields.ts';
import { column, toColumns } from '../columns.ts';
import { formatValue } from '../print.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand } = defineCommands(() => import('#server/operator/audit/actions.ts'));

const summarize = (changes: Change[]): string =>
  changes
    .map(({ what, before, after }) => {
      if (!before) return `${what} was added`;
      if (!after) return `${what} was removed`;
      return `${what}: ${Object.keys(after)
        .map((name) => `${name} ${formatValue(before[name])} → ${formatValue(after[name])}`)
        .join(', ')}`;
    })
    .join('; ');

export const audit: CommandGroup = {
  name: 'audit',
  summary: 'The audit log: what operators changed',
  roles: [],
  commands: [
    readCommand({
      usage: 'audit',
      title: 'Show the audit log',
      labels: { since: 'From', zone: 'Time zone' },
      summary:
        'Lists the operations that changed something, newest first: who, when, what changed and the outcome.',
      details:
        'Outcome “begun”: the operation is still running, or the server stopped before its end.',
      options: {
        '--since <moment>': 'only entries from this date and time on',
        '--zone <name>': {
          about: sentence`the time zone of ${option('since')} and the report, for example Europe/Berlin`,
          ifEmpty: CINEMA_ZONE,
        },
        ...LIMIT_OPTIONS,
      },
      input: z
        .object({ since: text().optional(), zone: zone.default(CINEMA_ZONE), ...limitFields })
        .transform(({ since, ...given }, context) => {
          const moment = since === undefined ? null : parseMoment(since, given.zone);
          if (since === undefined || moment) return { ...given, since: moment };
          context.addIssue({
            code: 'custom',
            path: ['since'],
            message: `must be a date and time, for example ${DATE_EXAMPLES}, or now`,
          });
          return z.NEVER;
        }),
      examples: ['audit --since 2026-11-21', 'audit --zone Europe/Berlin'],
      run: async ({ deps }, { zone: inZone, ...query }, { listAuditEntries }) => {
        const { rows, next } = await listAuditEntries(deps, query);
        const entries = rows.map((row) => ({
          ...row,
          what: summarize(row.changes as Change[]) || row.message,
        }));
        const tableRows = entries.map((row) => ({
          ...row,
          at: displayMinute(row.at, inZone),
        }));
        const { report } = listResult(
          'audit',
          { rows: tableRows, next },
          {
            at: column.text(`when (${inZone})`),
            who: column.text('who'),
            command: column.command('command'),
            outcome: column.text('outcome'),
            what: column.text('what'),
          },
        );
        const columns = {
          at: column.instant('when'),
          who: column.text('who'),
          command: column.command('operation'),
          args: column.record('input'),
          outcome: column.text('outcome'),
          what: column.text('what changed'),
        };
        return {
          view: 'list',
          data: { audit: entries, next },
          tables: { audit: toColumns<(typeof entries)[number]>(columns) },
          report,
        };
      },
    }),
  ],
};
