import { z } from 'zod';
import { lastCinemaMonth } from '#domain/fiscal-year.ts';
import { STATEMENT_STATES } from '#domain/statement.ts';
import { flag, LIMIT_OPTIONS, limitFields, month, text, wholeNumber } from '../fields.ts';
import { formatFacts, formatTable, listResult } from '../print.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand, changeCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/producer/approvals/actions.ts')),
  ...(await import('#server/streaming/producer/approvals/channel-statements.ts')),
}));

const CHANNEL =
  '<channel> is the number, the reference or the name of a channel; 0 for the films of channels that were deleted with an account.';
const ONLY_FILM = 'only this film: its key, its reference or its number';
const MONTH = { '--month <month>': 'for example 2026-11' };
const MONTH_OR_LAST = { '--month <month>': 'for example 2026-11; default the last month' };
const channel = text();
const film = text().optional();
/** The list starts with channel 0. */
const after = wholeNumber(0, 2_147_483_647).optional();
const state = z.enum(STATEMENT_STATES, `must be one of ${STATEMENT_STATES.join(', ')}`);

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
            channelId: 'channel',
            channelName: 'name',
            owner: 'producer',
            month: 'month',
            films: 'films',
            tickets: 'tickets',
            producerShare: 'share ₹',
            changedSinceApproval: 'change since approval ₹',
            state: 'state',
            approvedAt: 'approved',
            approvedBy: 'approved by',
            paidAt: 'paid',
            paidBy: 'marked as paid by',
            reference: 'payment reference',
          },
        ),
    }),
    readCommand({
      usage: 'show <channel>',
      title: 'Show the statement of a channel',
      labels: { csv: 'For a spreadsheet (CSV or Excel)' },
      summary: 'Shows the steps from the price to the producer’s share, as the producer sees them.',
      details: `${CHANNEL}\nThe CSV has a row for each film and day. Amounts are in rupees.`,
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
        const { facts, steps, films, csv } = await showChannelStatement(
          deps,
          name,
          ofMonth ?? lastCinemaMonth(deps.now()),
          ofFilm,
        );
        const stepHeads = { step: 'step', sold: 'sold', returned: 'returned', total: 'total' };
        const filmHeads = {
          film: 'film',
          movieName: 'name',
          tickets: 'tickets',
          producerShare: 'share ₹',
          changedSinceApproval: 'change since approval ₹',
          state: 'state',
        };
        const lines = isCsv
          ? csv.trimEnd().split('\r\n')
          : [
              ...formatFacts(facts),
              '',
              ...formatTable(steps, stepHeads),
              '',
              ...formatTable(films, filmHeads),
            ];
        return { data: { ...facts, steps, films }, lines };
      },
    }),
    changeCommand({
      usage: 'approve <channel>',
      title: 'Approve a statement',
      summary:
        'Approves the statement of a channel for a month that has ended. The approved amounts never change.',
      details: `${CHANNEL}\nThe producer sees the approval. --dry-run shows the amounts.`,
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
      details: `${CHANNEL}\nThe producer no longer sees the approval. The amounts are calculated again when you approve the statement.`,
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
      details: `${CHANNEL}\nThe producer sees the day and the reference. A statement is paid once: the same reference again changes nothing.`,
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
        const { changes } = result.data as { changes: unknown[] };
        return changes.length ? result : { ...result, lines: [PAID_BEFORE] };
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
