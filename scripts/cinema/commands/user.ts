import { z } from 'zod';
import { argument, DRY_RUN, quotedCommand, sentence } from '#domain/format/sentence.ts';
import { flag, LIMIT_OPTIONS, limitFields, rowId, text } from '../fields.ts';
import { column } from '../columns.ts';
import { detailsResult, facts as factsPart, listResult, section } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { ORDER_COLUMNS } from './order.ts';

const { readCommand, changeCommand } = defineCommands(
  () => import('#server/auth/people/actions.ts'),
);

const people = defineCommands(async () => ({
  ...(await import('#server/auth/people/actions.ts')),
  ...(await import('#server/streaming/booking/support/find-orders.ts')),
}));

const erasure = defineCommands(async () => ({
  ...(await import('#server/auth/accounts/erasure/erase-person.ts')),
  ...(await import('#server/auth/accounts/erasure/actions.ts')),
}));

const PERSON = sentence`${argument('person')} is a mobile number, an email address, or the user number that ${quotedCommand('user find')} shows.`;
const SHOWN_ORDERS = 50;
const personInput = z.object({ person: text() });

export const user: CommandGroup = {
  name: 'user',
  summary: 'People: find, show, make producers, block, delete',
  roles: ['support'],
  commands: [
    readCommand({
      usage: 'find [words]',
      title: 'Find people',
      labels: {
        words: 'Name, mobile number or email address',
        producers: 'Only producers',
        blocked: 'Only blocked people',
      },
      summary:
        'Finds people by a part of their name, mobile number or email address, newest first.',
      options: {
        '--producers': 'only producers',
        '--blocked': 'only blocked people',
        ...LIMIT_OPTIONS,
      },
      input: z.object({ words: text().optional(), producers: flag, blocked: flag, ...limitFields }),
      examples: ['user find 9000000002', 'user find --producers'],
      run: async ({ deps }, { words, producers, blocked, ...part }, { findPeople }) =>
        listResult(
          'users',
          await findPeople(deps, {
            text: words,
            role: producers ? 'Producer' : undefined,
            isBlocked: blocked,
            ...part,
          }),
          {
            userId: column.number('number'),
            name: column.text('name'),
            mobile: column.code('mobile'),
            emailId: column.text('email'),
            roles: column.list('roles'),
            blockedAt: column.instant('blocked'),
            sessions: column.count('sessions'),
            orders: column.count('orders'),
            createdOn: column.instant('created'),
          },
        ),
    }),
    people.readCommand({
      usage: 'show <person>',
      title: 'Show a person',
      summary: 'Shows a person with the newest 50 orders and the open sessions.',
      details: PERSON,
      input: personInput,
      examples: ['user show 9000000002'],
      run: async ({ deps }, given, { showPerson, findOrders }) => {
        const { sessions, ...facts } = await showPerson(deps, given.person);
        const { rows: orders } = await findOrders(deps, {
          userIds: [facts.userId],
          limit: SHOWN_ORDERS,
        });
        return detailsResult(
          { ...facts, orders: orders.map(({ userId: _, ...order }) => order), sessions },
          [
            factsPart(facts),
            section('Orders', orders, ORDER_COLUMNS),
            section('Sessions', sessions, {
              createdOn: column.instant('signed in'),
              lastSeenOn: column.instant('last seen'),
              userAgent: column.text('device'),
            }),
          ],
        );
      },
    }),
    changeCommand({
      usage: 'grant <person>',
      title: 'Make a person a producer',
      roles: [],
      needsConfirmation: true,
      summary: 'Makes a person a producer, who can own channels and see their orders.',
      details: PERSON,
      input: personInput,
      examples: ['user grant 9000000002'],
      run: async (context, { person }, { grantProducer }) =>
        context.change((deps) => grantProducer(deps, person)),
    }),
    changeCommand({
      usage: 'revoke <person>',
      title: 'Remove the producer role',
      roles: [],
      needsConfirmation: true,
      summary: 'Removes the producer role, and signs the person out everywhere.',
      details: sentence`${PERSON}\nTransfer the person’s channels to another producer first.`,
      input: personInput,
      examples: ['user revoke 9000000002'],
      run: async (context, { person }, { revokeProducer }) =>
        context.change((deps) => revokeProducer(deps, person)),
    }),
    changeCommand({
      usage: 'block <person>',
      title: 'Block a person',
      unstableFacts: ['sessions'],
      summary: 'Signs a person out everywhere and blocks new sign-ins. Tickets stay as they are.',
      details: PERSON,
      input: personInput,
      examples: ['user block 9000000002'],
      run: async (context, { person }, { blockPerson }) =>
        context.change((deps) => blockPerson(deps, person)),
    }),
    changeCommand({
      usage: 'unblock <person>',
      title: 'Unblock a person',
      summary: 'Allows a blocked person to sign in again.',
      details: PERSON,
      input: personInput,
      examples: ['user unblock 9000000002'],
      run: async (context, { person }, { unblockPerson }) =>
        context.change((deps) => unblockPerson(deps, person)),
    }),
    erasure.changeCommand({
      usage: 'delete <person>',
      title: 'Delete an account',
      labels: { yes: 'User number' },
      roles: [],
      unstableFacts: true,
      needsConfirmation: true,
      summary: 'Deletes an account permanently, for example after a request by email.',
      details: sentence`${PERSON}\n${DRY_RUN} lists what is deleted. Orders and invoices are kept because of tax law; they are no longer linked to the account.\nThe audit log records the user number, not the mobile number or the email address.`,
      options: {
        '--yes <number>': {
          about: 'the user number, as a confirmation',
          notes: [sentence`${DRY_RUN} shows it`],
        },
      },
      input: z.object({ person: text(), yes: rowId.optional() }),
      unloggedArgs: ['person'],
      examples: ['user delete 9000000002 --dry-run', 'user delete 9000000002 --yes 17'],
      run: async (context, { person, yes }, { erasePerson, deletePosters }) => {
        let erased: Awaited<ReturnType<typeof erasePerson>> | undefined;
        const result = await context.change(async (deps) => {
          erased = await erasePerson(deps, person, (userId) => context.isDry || yes === userId);
          return erased.changes;
        });
        const { posterKeys, retainedCounts } = erased!;
        if (!context.isDry) await deletePosters(context.deps.config, posterKeys);
        return {
          ...result,
          data: { ...result.data, kept: retainedCounts },
          report: [
            ...result.report,
            {
              kind: 'section',
              title: 'Kept because tax law requires it, no longer linked to the account:',
              parts: [factsPart(retainedCounts)],
            },
          ],
        };
      },
    }),
  ],
};
