import { z } from 'zod';
import { option, sentence } from '#domain/format/sentence.ts';
import { issueOf, LIMIT_OPTIONS, limitFields, longText, wholeNumber } from '../fields.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(
  () => import('#server/streaming/content/subscriptions.ts'),
);

const content = longText(800);
const order = wholeNumber(-10_000, 10_000);
const number = wholeNumber(1, 2_147_483_647);

export const subscription: CommandGroup = {
  name: 'subscription',
  summary: 'Subscriptions that the API lists: texts in an order',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List subscriptions',
      summary: 'Lists subscriptions in their order.',
      options: LIMIT_OPTIONS,
      input: z.object(limitFields),
      examples: ['subscription list'],
      run: async ({ deps }, part, { findSubscriptions }) =>
        listResult('subscriptions', await findSubscriptions(deps, part), {
          subscriptionId: column.number('number'),
          ordering: column.number('order'),
          content: column.text('content'),
        }),
    }),
    changeCommand({
      usage: 'add <content>',
      title: 'Add a subscription',
      labels: { order: 'Position' },
      summary: 'Adds a subscription.',
      options: { '--order <number>': { about: 'its position: lower comes first', ifEmpty: '0' } },
      input: z.object({ content, order: order.default(0) }),
      examples: ['subscription add "One film a week" --order 1'],
      run: async (context, given, { addSubscription }) =>
        context.change((deps) => addSubscription(deps, given.content, given.order)),
    }),
    changeCommand({
      usage: 'edit <number>',
      title: 'Edit a subscription',
      labels: { order: 'Position' },
      summary: 'Changes the content or the position of a subscription.',
      options: {
        '--content <text>': 'the new content',
        '--order <number>': 'the new position: lower comes first',
      },
      input: z
        .object({ number, content: content.optional(), order: order.optional() })
        .refine(
          (given) => given.content !== undefined || given.order !== undefined,
          issueOf(sentence`give ${option('content')} or ${option('order')}`),
        ),
      examples: ['subscription edit 1 --order 2'],
      currentValues: async ({ db }, typedNumber, { requireSubscription }) => {
        const { content: current, ordering } = await requireSubscription(
          db,
          number.safeParse(typedNumber).data ?? 0,
        );
        return { content: current, order: ordering };
      },
      run: async (context, given, { editSubscription }) =>
        context.change((deps) =>
          editSubscription(deps, given.number, {
            content: given.content,
            ordering: given.order,
          }),
        ),
    }),
    changeCommand({
      usage: 'remove <number>',
      title: 'Remove a subscription',
      summary: 'Removes a subscription.',
      input: z.object({ number }),
      examples: ['subscription remove 1'],
      run: async (context, given, { removeSubscription }) =>
        context.change((deps) => removeSubscription(deps, given.number)),
    }),
  ],
};
