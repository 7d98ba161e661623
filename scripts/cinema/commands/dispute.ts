import { z } from 'zod';
import { DISPUTE_STATES } from '#domain/disputes.ts';
import { LIMIT_OPTIONS, path, text, textLimitFields } from '../fields.ts';
import { column } from '../columns.ts';
import { facts as factsPart, listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand } = defineCommands(
  () => import('#server/streaming/payments/disputes/list-disputes.ts'),
);
const evidence = defineCommands(() => import('../actions/dispute-evidence.ts'));

const state = z.enum(DISPUTE_STATES, `must be one of ${DISPUTE_STATES.join(', ')}`);
const ANSWER =
  'Send the evidence in the dashboard of Razorpay or PayPal before the last moment. The product does not answer a dispute.';

export const dispute: CommandGroup = {
  name: 'dispute',
  summary: 'Disputes of payers at their banks or at PayPal: list, show, save the evidence',
  roles: ['finance'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List disputes',
      summary:
        'Lists the disputes that are not decided; the one that must be answered first comes first.',
      details: ANSWER,
      options: { '--state <state>': `only ${DISPUTE_STATES.join(', ')}`, ...LIMIT_OPTIONS },
      input: z.object({ state: state.optional(), ...textLimitFields }),
      examples: ['dispute list', 'dispute list --state lost'],
      run: async ({ deps }, filter, { findDisputes, withWords, noDisputeText }) => {
        const { rows, next } = await findDisputes(deps, filter);
        const listed = listResult('disputes', { rows: rows.map(withWords), next }, COLUMNS);
        const isEmpty = rows.length === 0 && filter.after === undefined;
        return {
          ...listed,
          data: { disputes: rows, next },
          shown: listed.data,
          report: isEmpty ? [noDisputeText(filter.state)] : listed.report,
        };
      },
    }),
    readCommand({
      usage: 'show <dispute>',
      title: 'Show a dispute',
      summary:
        'Shows a dispute: its payment, its state, what it means and the last moment for an answer.',
      details: ANSWER,
      input: z.object({ dispute: text(100) }),
      examples: ['dispute show disp_Abc123'],
      run: async ({ deps }, { dispute: id }, { showDispute, withWords }) => {
        const facts = await showDispute(deps, id);
        const shown = withWords(facts);
        return { view: 'dispute', data: facts, shown, report: [factsPart(shown)] };
      },
    }),
    evidence.changeCommand({
      usage: 'evidence <dispute> <file>',
      title: 'Save the evidence of a dispute',
      onlyInTerminal: true,
      summary:
        'Saves all that the cinema knows about a disputed payment as a PDF, for the bank or PayPal.',
      details:
        'The PDF has the ticket and its window, the buyer, the payments, devices, plays with their addresses, invoices and emails; of a submission fee, the film and what the cinema did. It has personal data: only you can read the file. The audit log records the command.',
      input: z.object({ dispute: text(100), file: path }),
      examples: ['dispute evidence disp_Abc123 evidence.pdf'],
      run: (context, given, { saveEvidence }) => saveEvidence(context, given),
    }),
  ],
};

const COLUMNS = {
  disputeId: column.code('dispute'),
  respondBy: column.instant('answer by'),
  amount: column.amount('amount'),
  currency: column.code(),
  movieName: column.text('film'),
  orderNo: column.code('order'),
  feeNo: column.code('fee'),
  state: column.text('state'),
  phase: column.text('phase'),
  meaning: column.text('meaning'),
  providerPaymentId: column.code('payment'),
};
