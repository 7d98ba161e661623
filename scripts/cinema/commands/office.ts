import { z } from 'zod';
import { argument, sentence } from '#domain/format/sentence.ts';
import { OFFICE_ROLES } from '#domain/office-roles.ts';
import type { Change } from '#server/operator/change.ts';
import { text } from '../fields.ts';
import type { ServerCommandContext } from '../server-command-context.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(async () => ({
  ...(await import('#server/office/members.ts')),
  ...(await import('#server/office/second-factor.ts')),
}));

const name = text(200);
const roles = z
  .array(
    z.enum(OFFICE_ROLES, `must be one of ${OFFICE_ROLES.join(', ')}`),
    'give at least one role',
  )
  .transform((given) => [...new Set(given)]);
const ROLE_OPTION = {
  '--role <role>': { about: `one or more of ${OFFICE_ROLES.join(', ')}`, isMany: true },
} as const;
const INVITATION =
  'The member opens the link to set a password and to add an authenticator app. The link works once, for 24 hours. Send it privately.';

/** The audit log gets the change, never the link. */
async function withLink(
  context: ServerCommandContext,
  work: (deps: ServerCommandContext['deps']) => Promise<{ changes: Change[]; link: string }>,
  afterCommit?: () => Promise<void>,
) {
  let link = '';
  const result = await context.change(async (deps) => {
    const invited = await work(deps);
    ({ link } = invited);
    return invited.changes;
  }, afterCommit);
  // The invitation of a dry run was rolled back.
  if (context.isDry) return result;
  return {
    view: 'invitation' as const,
    data: { ...result.data, link },
    report: [...result.report, '', 'Invitation:', link],
  };
}

export const office: CommandGroup = {
  name: 'office',
  summary: 'Members of the back office: invite, change roles, remove',
  roles: [],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List members',
      summary: 'Lists the members of the back office.',
      input: z.object({}),
      examples: ['office list'],
      run: async ({ deps }, _, { listOfficeMembers }) =>
        listResult('members', await listOfficeMembers(deps), {
          name: column.text('name'),
          roles: column.list('roles'),
          isInvited: column.flag('invitation open'),
          recoveryCodes: column.count('recovery codes left'),
          createdOn: column.instant('added'),
        }),
    }),
    changeCommand({
      usage: 'invite <name>',
      title: 'Invite a member',
      labels: { role: 'Roles' },
      summary: 'Invites a member to the back office, and shows the link of the invitation.',
      details: sentence`${argument('name')} is the name that the member signs in with, for example an email address.\n${INVITATION}`,
      options: ROLE_OPTION,
      needsConfirmation: true,
      input: z.object({ name, role: roles }),
      examples: [
        'office invite asha@example.com --role owner',
        'office invite ravi --role support --role moderator',
      ],
      run: (context, { name: member, role }, { inviteMember }) =>
        withLink(context, (deps) => inviteMember(deps, member, role)),
    }),
    changeCommand({
      usage: 'roles <name>',
      title: 'Change the roles of a member',
      labels: { role: 'Roles' },
      summary: 'Replaces the roles of a member. The new roles apply immediately.',
      options: ROLE_OPTION,
      needsConfirmation: true,
      input: z.object({ name, role: roles }),
      examples: ['office roles ravi --role support --role finance'],
      currentValues: async (deps, member, { listOfficeMembers }) => ({
        role: (await listOfficeMembers(deps)).find((each) => each.name === member)?.roles ?? [],
      }),
      run: async (context, { name: member, role }, { changeMemberRoles }) =>
        context.change((deps) => changeMemberRoles(deps, member, role)),
    }),
    changeCommand({
      usage: 'reset <name>',
      title: 'Reset the sign-in of a member',
      summary:
        'Signs a member out everywhere, deletes the password and the second factor, and creates a new invitation.',
      details: INVITATION,
      needsConfirmation: true,
      input: z.object({ name }),
      examples: ['office reset asha@example.com'],
      run: (context, { name: member }, { resetMember, resetCodeLimit }) => {
        let memberId = 0;
        return withLink(
          context,
          async (deps) => {
            const invited = await resetMember(deps, member);
            ({ memberId } = invited);
            return invited;
          },
          () => resetCodeLimit(context.deps, memberId),
        );
      },
    }),
    changeCommand({
      usage: 'remove <name>',
      title: 'Remove a member',
      summary:
        'Removes a member from the back office, and signs the member out everywhere. The entries in the audit log stay.',
      needsConfirmation: true,
      input: z.object({ name }),
      examples: ['office remove ravi'],
      run: async (context, { name: member }, { removeMember }) =>
        context.change((deps) => removeMember(deps, member)),
    }),
  ],
};
