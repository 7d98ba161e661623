import { z } from 'zod';
import { flag, limit, text, whole } from '../fields.ts';
import { list, sheet } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('#server/auth/people/actions.ts'));

const erasure = doneBy(async () => ({
  ...(await import('#server/auth/accounts/erasure/delete-person.ts')),
  ...(await import('#server/auth/accounts/erasure/actions.ts')),
}));

const PERSON = '<person> is a mobile number, an e-mail address, or the user number that `cinema user find` shows.';
const input = z.object({ person: text() });

export const user: Noun = {
  name: 'user',
  about: 'People: who they are, who is a producer, who may not come in',
  verbs: [
    reads({
      words: 'find [words]',
      about: 'Finds people by a part of the name, number or address; newest first.',
      options: {
        '--producers': 'only producers',
        '--blocked': 'only those who are blocked',
        '--limit <number>': 'how many; 50 unless given',
      },
      input: z.object({ words: text().optional(), producers: flag, blocked: flag, limit }),
      examples: ['user find 9000000002', 'user find --producers'],
      run: async ({ deps }, { words, producers, blocked, limit: most }, { findPeople }) =>
        list(
          'users',
          await findPeople(deps, {
            text: words,
            role: producers ? 'Producer' : undefined,
            isBlocked: blocked,
            limit: most,
          }),
          {
            userId: 'no',
            name: 'name',
            mobile: 'mobile',
            emailId: 'e-mail',
            roles: 'roles',
            blockedAt: 'blocked',
            sessions: 'sessions',
            orders: 'orders',
            createdOn: 'since',
          },
        ),
    }),
    changes({
      words: 'grant <person>',
      about: 'Makes a person a producer, who may own channels and sees their orders.',
      more: PERSON,
      input,
      examples: ['user grant 9000000002'],
      run: async (desk, { person }, { grantProducer }) => desk.change((deps) => grantProducer(deps, person)),
    }),
    changes({
      words: 'revoke <person>',
      about: 'Takes the producer’s role away, and signs the person out everywhere.',
      more: `${PERSON}\nChannels go to somebody else first.`,
      input,
      examples: ['user revoke 9000000002'],
      run: async (desk, { person }, { revokeProducer }) => desk.change((deps) => revokeProducer(deps, person)),
    }),
    changes({
      words: 'block <person>',
      about: 'Signs a person out everywhere; they sign in no more, by no way. Tickets stay as they are.',
      more: PERSON,
      input,
      examples: ['user block 9000000002'],
      run: async (desk, { person }, { blockPerson }) => desk.change((deps) => blockPerson(deps, person)),
    }),
    changes({
      words: 'unblock <person>',
      about: 'Lets a blocked person in again.',
      more: PERSON,
      input,
      examples: ['user unblock 9000000002'],
      run: async (desk, { person }, { unblockPerson }) => desk.change((deps) => unblockPerson(deps, person)),
    }),
    erasure.changes({
      words: 'delete <person>',
      about: 'Deletes an account for good, as its owner can: for a request that came by mail.',
      more:
        `${PERSON}\n--dry-run lists what goes, and what stays because tax law requires it: orders and invoices, no longer linked to the account.\n` +
        'The audit log has the user number, and neither mobile number nor address.',
      options: { '--yes <number>': 'the user number, typed again; --dry-run shows it' },
      input: z.object({ person: text(), yes: whole(1, 2_147_483_647).optional() }),
      unlogged: ['person'],
      examples: ['user delete 9000000002 --dry-run', 'user delete 9000000002 --yes 17'],
      run: async (desk, { person, yes }, { deletePerson, removePosters }) => {
        let deleted: Awaited<ReturnType<typeof deletePerson>> | undefined;
        const answer = await desk.change(async (deps) => {
          deleted = await deletePerson(deps, person, (userId) => desk.isDry || yes === userId);
          return deleted.changes;
        });
        if (!desk.isDry) await removePosters(desk.deps.config, deleted!.posterKeys);
        const { kept } = deleted!;
        return {
          data: { ...(answer.data as object), kept },
          lines: [
            ...answer.lines,
            '',
            'Kept because tax law requires it, no longer linked to the account:',
            ...sheet(kept).map((line) => `  ${line}`),
          ],
        };
      },
    }),
  ],
};
