import { z } from 'zod';
import { argument, quotedCommand, sentence } from '#domain/format/sentence.ts';
import { toRupees } from '#domain/pricing.ts';
import {
  LIMIT_OPTIONS,
  limitFields,
  longText,
  moment,
  path,
  rowId,
  rupeesAsPaise,
  text,
  wholeNumber,
} from '../fields.ts';
import { column } from '../columns.ts';
import { detailsResult, facts, listResult, waitingTable } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand, changeCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/submission/review/actions.ts')),
  ...(await import('../actions/submission.ts')),
}));

const overview = defineCommands(() => import('#server/streaming/reports/overview/actions.ts'));

const FILM = sentence`${argument('film')} is the number that ${quotedCommand('submission list')} shows.`;
const TYPES = ['MOVIES', 'SERIES', 'SHORTS'] as const;
const ANNOUNCED =
  'The film has no package yet: it is announced, and tickets are sold when it has one.';
const HELD_BACK = 'The film is not shown: it has no package. Attach one, then activate the film.';

export const submission: CommandGroup = {
  name: 'submission',
  summary: 'Films that filmmakers submitted: review, accept or decline them',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List submitted films',
      summary: 'Lists submitted films and their stages, newest first.',
      options: LIMIT_OPTIONS,
      input: z.object(limitFields),
      examples: ['submission list'],
      run: async ({ deps }, part, { listSubmissionRows }) =>
        listResult('submissions', await listSubmissionRows(deps, part), {
          movieId: column.number('number'),
          stage: column.text('stage'),
          submittedAt: column.instant('submitted'),
          movieName: column.text('name'),
          movieNameEn: column.text('English name'),
          contactName: column.text('filmmaker'),
          fee: column.text('fee'),
        }),
    }),
    overview.readCommand({
      usage: 'waiting',
      title: 'Count undecided submissions',
      summary:
        'Counts the submitted films without a decision: to review, and in review. Shows the date of the oldest one.',
      input: z.object({}),
      examples: ['submission waiting'],
      run: async ({ deps }, _, { countWaitingSubmissions }) => {
        const waiting = await countWaitingSubmissions(deps);
        const { received, inReview } = waiting;
        return detailsResult(waiting, [waitingTable({ received, 'in review': inReview })]);
      },
    }),
    readCommand({
      usage: 'show <film>',
      title: 'Show a submitted film',
      summary:
        'Shows everything that the filmmaker wrote about a film, and the file of its poster.',
      details: FILM,
      input: z.object({ film: rowId }),
      examples: ['submission show 12'],
      run: async ({ deps }, given, { submissionFacts }) => {
        const shown = await submissionFacts(deps, given.film);
        return detailsResult(shown, [facts(shown)]);
      },
    }),
    changeCommand({
      usage: 'review <film>',
      title: 'Start the review of a film',
      summary:
        'Starts the review of a film. The filmmaker can no longer change it, and gets an email.',
      details: FILM,
      input: z.object({ film: rowId }),
      examples: ['submission review 12'],
      run: async (context, { film: id }, { runReviewStep, beginReview }) =>
        context.change((deps) => runReviewStep(deps, id, () => beginReview(deps, id))),
    }),
    changeCommand({
      usage: 'accept <film>',
      title: 'Accept a film',
      labels: {
        price: 'Price in rupees',
        date: 'Start of streaming',
        age: 'Minimum age',
        minutes: 'Running time in minutes',
        note: 'Note for the filmmaker',
      },
      needsConfirmation: true,
      onlyInTerminal: ['package'],
      summary:
        'Accepts a film. It is shown when it has a date and a package. Accept it again to add what was missing.',
      details: sentence`${FILM}\nThe pages of the site change with the next rebuild.`,
      options: {
        '--price <rupees>': { about: 'price of a ticket before GST', notes: ['0 is free'] },
        '--date <moment>': 'when streaming starts, in India’s time zone',
        '--age <years>': 'minimum age',
        '--minutes <number>': 'running time in minutes',
        '--type <type>': TYPES.join(', '),
        '--package <folder>': sentence`the streaming package that ${quotedCommand('media ingest')} made`,
        '--channel <name>': {
          about: 'the filmmaker’s channel for the film, created if needed',
          notes: ['the filmmaker becomes a producer'],
        },
        '--note <words>': 'a note for the filmmaker',
      },
      input: z.object({
        film: rowId,
        price: rupeesAsPaise.optional(),
        date: moment.optional(),
        age: wholeNumber(0, 99).optional(),
        minutes: wholeNumber(0, 10_000).optional(),
        type: z.enum(TYPES, `must be one of ${TYPES.join(', ')}`).optional(),
        package: path.optional(),
        channel: text().optional(),
        note: longText(2000).optional(),
      }),
      examples: [
        'submission accept 12 --price 149 --date "2026-12-05 18:00" --package packages/one-summer',
      ],
      run: async (
        context,
        { film: id, price, age, package: folder, ...terms },
        { runReviewStep, acceptSubmission, submissionFacts },
      ) => {
        const packageFolder = folder === undefined ? undefined : context.resolvePath(folder);
        const inRupees = price === undefined ? undefined : toRupees(price);
        const wanted = { ...terms, price: inRupees, ageRating: age, packageFolder };
        const result = await context.change((deps) =>
          runReviewStep(deps, id, () => acceptSubmission(deps, id, wanted, context.media)),
        );
        const { active, hasPackage } = await submissionFacts(context.deps, id);
        if (hasPackage || (active !== 'Y' && !terms.date)) return result;
        return { ...result, report: [...result.report, active === 'Y' ? ANNOUNCED : HELD_BACK] };
      },
    }),
    changeCommand({
      usage: 'decline <film>',
      title: 'Decline a film',
      summary:
        'Declines a film, with a reason for the filmmaker. This is final, but the filmmaker can submit the film again.',
      details: FILM,
      options: { '--reason <words>': 'the reason, which the filmmaker reads' },
      input: z.object({ film: rowId, reason: longText(2000) }),
      examples: ['submission decline 12 --reason "The sound cannot be understood"'],
      run: async (context, { film: id, reason }, { runReviewStep, declineSubmission }) =>
        context.change((deps) =>
          runReviewStep(deps, id, () => declineSubmission(deps, id, reason)),
        ),
    }),
  ],
};
