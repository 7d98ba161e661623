import { z } from 'zod';
import { text, whole } from '../fields.ts';
import { list } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('#server/streaming/content/subscriptions.ts'));

const content = text(800);
const order = whole(-10_000, 10_000);
const number = whole(1, 2_147_483_647);

export const subscription: Noun = {
  name: 'subscription',
  about: 'Subscriptions, as the API lists them: texts in an order',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists subscriptions in their order.',
      input: z.object({}),
      examples: ['subscription list'],
      run: async ({ deps }, _, { findSubscriptions }) =>
        list('subscriptions', await findSubscriptions(deps), {
          subscriptionId: 'no',
          ordering: 'order',
          content: 'content',
        }),
    }),
    changes({
      words: 'add <content>',
      about: 'Adds a subscription.',
      options: { '--order <number>': 'its position: lower comes first; 0 unless given' },
      input: z.object({ content, order: order.default(0) }),
      examples: ['subscription add "One film a week" --order 1'],
      run: async (desk, given, { addSubscription }) =>
        desk.change((deps) => addSubscription(deps, given.content, given.order)),
    }),
    changes({
      words: 'edit <number>',
      about: 'Changes the content or the position of a subscription.',
      options: { '--content <text>': 'another content', '--order <number>': 'another position: lower comes first' },
      input: z
        .object({ number, content: content.optional(), order: order.optional() })
        .refine((given) => given.content !== undefined || given.order !== undefined, 'say --content or --order'),
      examples: ['subscription edit 1 --order 2'],
      run: async (desk, given, { editSubscription }) =>
        desk.change((deps) =>
          editSubscription(deps, given.number, {
            ...(given.content !== undefined && { content: given.content }),
            ...(given.order !== undefined && { ordering: given.order }),
          }),
        ),
    }),
    changes({
      words: 'remove <number>',
      about: 'Removes a subscription.',
      input: z.object({ number }),
      examples: ['subscription remove 1'],
      run: async (desk, given, { removeSubscription }) => desk.change((deps) => removeSubscription(deps, given.number)),
    }),
  ],
};
