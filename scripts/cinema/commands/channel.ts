import { z } from 'zod';
import { file, flag, text } from '../fields.ts';
import { list } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(async () => ({
  ...(await import('#server/streaming/channels/actions.ts')),
  ...(await import('#server/auth/people/actions.ts')),
}));

const CHANNEL = '<channel> is its number, its reference or its name.';
const channel_ = text();
const films = z.array(text()).default([]);

export const channel: Noun = {
  name: 'channel',
  about: 'Producers’ channels, and the films in them',
  verbs: [
    reads({
      words: 'list [channel]',
      about: 'Lists channels with their owners, or the films of one.',
      input: z.object({ channel: channel_.optional() }),
      examples: ['channel list', 'channel list 3'],
      run: async ({ deps }, { channel: one }, { findChannels, listFilmsOf }) =>
        one === undefined
          ? list('channels', await findChannels(deps), {
              channelId: 'no',
              ref: 'reference',
              channelName: 'name',
              ownerId: 'owner',
              owner: '',
              films: 'films',
            })
          : list('films', await listFilmsOf(deps, one), {
              movieId: 'no',
              importRef: 'reference',
              movieKey: 'key',
              movieName: 'name',
            }),
    }),
    changes({
      words: 'create <name> [films...]',
      about: 'Makes a channel of a producer, with films.',
      options: {
        '--owner <person>': 'a producer: mobile number, e-mail address or user number',
        '--image <file>': 'wide picture (16:9)',
      },
      input: z.object({ name: text(), films, owner: text(), image: file.optional() }),
      examples: ['channel create "Tidewater Films" night-rail --owner 9000000001'],
      run: async (desk, { name: channelName, owner, image, ...given }, { personOf, createChannel }) => {
        const channelImage = image ? await desk.media.keepPicture('banner', desk.path(image)) : null;
        return desk.change(async (deps) => {
          const { userId: ownerId } = await personOf(deps.db, owner);
          return createChannel(deps, { channelName, ownerId, channelImage, films: given.films });
        });
      },
    }),
    changes({
      words: 'edit <channel>',
      about: 'Gives a channel another name or picture.',
      more: CHANNEL,
      options: { '--name <name>': 'its name', '--image <file>': 'wide picture (16:9)' },
      input: z
        .object({ channel: channel_, name: text().optional(), image: file.optional() })
        .refine(({ name, image }) => name !== undefined || image !== undefined, 'say --name or --image'),
      examples: ['channel edit 3 --name "Tidewater Pictures"'],
      run: async (desk, { name: channelName, image, ...given }, { editChannel }) => {
        const channelImage = image && (await desk.media.keepPicture('banner', desk.path(image)));
        return desk.change((deps) => editChannel(deps, given.channel, { channelName, channelImage }));
      },
    }),
    changes({
      words: 'films <channel> <films...>',
      about: 'Puts films into a channel, or takes them out with --remove. They belong to its owner.',
      more: CHANNEL,
      options: { '--remove': 'takes them out' },
      input: z.object({ channel: channel_, films, remove: flag }),
      examples: ['channel films 3 night-rail rain-town', 'channel films 3 rain-town --remove'],
      run: async (desk, given, { addFilms, removeFilms }) =>
        desk.change((deps) => (given.remove ? removeFilms : addFilms)(deps, given.channel, given.films)),
    }),
    changes({
      words: 'owner <channel> <person>',
      about: 'Gives a channel and its films to another producer.',
      more: `${CHANNEL}\n<person> is a mobile number, an e-mail address or a user number.`,
      input: z.object({ channel: channel_, person: text() }),
      examples: ['channel owner 3 9000000001'],
      run: async (desk, { channel: one, person }, { personOf, giveChannel }) =>
        desk.change(async (deps) => giveChannel(deps, one, (await personOf(deps.db, person)).userId)),
    }),
  ],
};
