import { z } from 'zod';
import { argument, DRY_RUN, sentence } from '#domain/format/sentence.ts';
import { lastCinemaMonth } from '#domain/fiscal-year.ts';
import { STATEMENT_STATES } from '#domain/statement.ts';
import { flag, LIMIT_OPTIONS, limitFields, month, text, wholeNumber } from '../fields.ts';
import { column } from '../columns.ts';
import { facts as factsPart, listResult, table } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand, changeCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/producer/approvals/actions.ts')),
  ...(await import('#server/streaming/producer/approvals/channel-statements.ts')),
}));

const CHANNEL = sentence`${argument('channel')} is the number, the reference or the name of a channel; 0 for the films of channels that were deleted with an account.`;
const ONLY_FILM = 'only this film: its key, its reference or its number';
const MONTH = { '--month <month>': 'for example 2026-11' };
const MONTH_OR_LAST = {
  '--month <month>': { about: 'for example 2026-11', ifEmpty: 'the last month' },
};
const channel = text();
const film = text().optional();
/** The list starts with channel 0. */
const after = wholeNumber(0, 2_147_483_647).optional();
const state = z.enum(STATEMENT_STATES, `must be one of ${STATEMENT_STATES.join(', ')}`);

const STEP_COLUMNS = {
  step: column.text('step'),
  sold: column.number('sold'),
  returned: column.number('returned'),
  total: column.number('total'),
};
const FILM_COLUMNS = {
  film: column.code('film'),
  movieName: column.text('name'),
  tickets: column.count('tickets'),
  producerShare: column.rupees('share ₹'),
  changedSinceApproval: column.rupees('change since approval ₹'),
  state: column.text('state'),
};

export const statement: CommandGroup = {
  name: 'statement',
  summary: 'Statements of producers: approve them, mark them as paid',
  roles: ['finance'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List statements',
      summary:
        'Lists the share that each channel earned in a month, and whether it is approved and paid.',
      details:
        'open: the month has not ended. unapproved: at least one film is not approved. Amounts are in rupees.\n' +
        'The share does not include a change since the approval. Refunds count in the month in which they were made.',
      options: {
        ...MONTH_OR_LAST,
        '--state <state>': `only ${STATEMENT_STATES.join(', ')}`,
        ...LIMIT_OPTIONS,
      },
      input: z.object({ month: month.optional(), state: state.optional(), ...limitFields, after }),
      examples: ['statement list', 'statement list --month 2026-10 --state approved'],
      run: async ({ deps }, { month: ofMonth, ...filter }, { listChannelStatements }) =>
        listResult(
          'statements',
          await listChannelStatements(deps, ofMonth ?? lastCinemaMonth(deps.now()), filter),
          {
            channelId: column.number('channel'),
            channelName: column.text('name'),
            owner: column.text('producer'),
            month: column.code('month'),
            films: column.count('films'),
            tickets: column.count('tickets'),
            producerShare: column.rupees('share ₹'),
            changedSinceApproval: column.rupees('change since approval ₹'),
            state: column.text('state'),
            approvedAt: column.instant('approved'),
            approvedBy: column.text('approved by'),
            paidAt: column.instant('paid'),
            paidBy: column.text('marked as paid by'),
            reference: column.text('payment reference'),
          },
        ),
    }),
    readCommand({
      usage: 'show <channel>',
      title: 'Show the statement of a channel',
      labels: { csv: 'For a spreadsheet (CSV or Excel)' },
      summary: 'Shows the steps from the price to the producer’s share, as the producer sees them.',
      details: sentence`${CHANNEL}\nThe CSV has a row for each film and day. Amounts are in rupees.`,
      options: {
        ...MONTH_OR_LAST,
        '--film <film>': ONLY_FILM,
        '--csv': 'as CSV, for a spreadsheet',
      },
      input: z.object({ channel, month: month.optional(), film, csv: flag }),
      examples: ['statement show 3', 'statement show 3 --month 2026-10 --csv'],
      run: async (
        { deps },
        { channel: name, month: ofMonth, film: ofFilm, csv: isCsv },
        { showChannelStatement },
      ) => {
        const { facts, steps, films, sheet } = await showChannelStatement(
          deps,
          name,
          ofMonth ?? lastCinemaMonth(deps.now()),
          ofFilm,
        );
        return {
          view: 'details',
          data: { ...facts, steps, films },
          report: isCsv
            ? [{ kind: 'sheet', sheet, isMarked: true }]
            : [factsPart(facts), '', table(steps, STEP_COLUMNS), '', table(films, FILM_COLUMNS)],
        };
      },
    }),
    changeCommand({
      usage: 'approve <channel>',
      title: 'Approve a statement',
      summary:
        'Approves the statement of a channel for a month that has ended. The approved amounts never change.',
      details: sentence`${CHANNEL}\nThe producer sees the approval. ${DRY_RUN} shows the amounts.`,
      options: MONTH,
      input: z.object({ channel, month }),
      examples: ['statement approve 3 --month 2026-10'],
      run: async (context, given, { approveStatement }) =>
        context.change((deps) => approveStatement(deps, { who: context.io.who, ...given })),
    }),
    changeCommand({
      usage: 'unapprove <channel>',
      title: 'Take back an approval',
      summary:
        'Takes back the approval of a statement that is not paid, for example because a film has a wrong share.',
      details: sentence`${CHANNEL}\nThe producer no longer sees the approval. The amounts are calculated again when you approve the statement.`,
      options: {
        ...MONTH,
        '--film <film>': ONLY_FILM,
        '--reason <words>': 'the reason, for the audit log',
      },
      input: z.object({ channel, month, film, reason: text(500) }),
      examples: [
        'statement unapprove 3 --month 2026-10 --reason "The fee of the provider was missing"',
      ],
      run: async (context, given, { removeApproval }) =>
        context.change((deps) => removeApproval(deps, given)),
    }),
    changeCommand({
      usage: 'pay <channel>',
      title: 'Mark a statement as paid',
      needsConfirmation: true,
      summary:
        'Marks an approved statement as paid. It transfers no money: do that at your bank first.',
      details: sentence`${CHANNEL}\nThe producer sees the day and the reference. A statement is paid once: the same reference again changes nothing.`,
      options: {
        ...MONTH,
        '--film <film>': ONLY_FILM,
        '--reference <words>': 'the number of the bank transfer, for example its UTR',
      },
      input: z.object({ channel, month, film, reference: text(100) }),
      examples: ['statement pay 3 --month 2026-10 --reference "UTR 532100481516"'],
      run: async (context, given, { markStatementPaid }) => {
        const result = await context.change((deps) =>
          markStatementPaid(deps, { who: context.io.who, ...given }),
        );
        return result.data.changes.length ? result : { ...result, report: [PAID_BEFORE] };
      },
    }),
    changeCommand({
      usage: 'unpay <channel>',
      title: 'Mark a statement as not paid',
      needsConfirmation: true,
      summary:
        'Corrects a statement that was wrongly marked as paid. It is then approved and not paid.',
      details: CHANNEL,
      options: {
        ...MONTH,
        '--film <film>': ONLY_FILM,
        '--reason <words>': 'the reason, for the audit log',
      },
      input: z.object({ channel, month, film, reason: text(500) }),
      examples: ['statement unpay 3 --month 2026-10 --reason "The bank returned the transfer"'],
      run: async (context, given, { markStatementNotPaid }) =>
        context.change((deps) => markStatementNotPaid(deps, given)),
    }),
  ],
};

const PAID_BEFORE =
  'The statement is already marked as paid with this reference. Nothing was changed.';
