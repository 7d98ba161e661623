import { z } from 'zod';
import { argument, option, sentence } from '#domain/format/sentence.ts';
import { flag, issueOf, LIMIT_OPTIONS, limitFields, path, text } from '../fields.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/channels/actions.ts')),
  ...(await import('#server/auth/people/actions.ts')),
}));

const CHANNEL = sentence`${argument('channel')} is the number, the reference or the name of a channel.`;
const channelInput = text();
const films = z.array(text()).default([]);

export const channel: CommandGroup = {
  name: 'channel',
  summary: 'Channels of producers, and their films',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list [channel]',
      title: 'List channels',
      summary: 'Lists channels with their owners, or the films of one channel.',
      options: LIMIT_OPTIONS,
      input: z.object({ channel: channelInput.optional(), ...limitFields }),
      examples: ['channel list', 'channel list 3'],
      run: async (
        { deps },
        { channel: typedChannel, ...part },
        { findChannels, listChannelFilms: listFilms },
      ) =>
        typedChannel === undefined
          ? listResult('channels', await findChannels(deps, part), {
              channelId: column.number('number'),
              ref: column.code('reference'),
              channelName: column.text('name'),
              ownerId: column.number('owner number'),
              owner: column.text('owner'),
              films: column.count('films'),
            })
          : listResult('films', await listFilms(deps, typedChannel, part), {
              movieId: column.number('number'),
              importRef: column.code('reference'),
              movieKey: column.code('key'),
              movieName: column.text('name'),
            }),
    }),
    changeCommand({
      usage: 'create <name> [films...]',
      title: 'Create a channel',
      needsConfirmation: true,
      fileInputs: { image: 'picture' },
      labels: { image: 'Picture' },
      summary: 'Creates a channel for a producer, with films.',
      options: {
        '--owner <person>': 'a producer: mobile number, email address or user number',
        '--image <file>': 'wide picture (16:9)',
      },
      input: z.object({ name: text(), films, owner: text(), image: path.optional() }),
      examples: ['channel create "Tidewater Films" night-rail --owner 9000000001'],
      run: async (
        context,
        { name: channelName, owner, image, ...given },
        { findPerson: personOf, createChannel },
      ) => {
        const channelImage = image
          ? await context.media.storePicture('banner', context.resolvePath(image))
          : null;
        return context.change(async (deps) => {
          const { userId: ownerId } = await personOf(deps.db, owner);
          return createChannel(deps, { channelName, ownerId, channelImage, films: given.films });
        });
      },
    }),
    changeCommand({
      usage: 'edit <channel>',
      title: 'Edit a channel',
      fileInputs: { image: 'picture' },
      labels: { image: 'Picture' },
      summary: 'Changes the name or the picture of a channel.',
      details: CHANNEL,
      options: { '--name <name>': 'the new name', '--image <file>': 'wide picture (16:9)' },
      input: z
        .object({ channel: channelInput, name: text().optional(), image: path.optional() })
        .refine(
          ({ name, image }) => name !== undefined || image !== undefined,
          issueOf(sentence`give ${option('name')} or ${option('image')}`),
        ),
      examples: ['channel edit 3 --name "Tidewater Pictures"'],
      currentValues: async ({ db }, typedChannel, { requireChannel }) => ({
        name: (await requireChannel(db, typedChannel)).channelName,
      }),
      run: async (context, { name: channelName, image, ...given }, { editChannel }) => {
        const channelImage =
          image && (await context.media.storePicture('banner', context.resolvePath(image)));
        return context.change((deps) =>
          editChannel(deps, given.channel, { channelName, channelImage }),
        );
      },
    }),
    changeCommand({
      usage: 'films <channel> <films...>',
      title: 'Change the films of a channel',
      labels: { remove: 'Remove the films' },
      needsConfirmation: true,
      summary:
        'Adds films to a channel, or removes them. Added films then belong to the owner of the channel.',
      details: CHANNEL,
      options: { '--remove': 'remove the films instead of adding them' },
      input: z.object({ channel: channelInput, films, remove: flag }),
      examples: ['channel films 3 night-rail rain-town', 'channel films 3 rain-town --remove'],
      run: async (
        context,
        given,
        { addFilmsToChannel: addFilms, removeFilmsFromChannel: removeFilms },
      ) =>
        context.change((deps) =>
          (given.remove ? removeFilms : addFilms)(deps, given.channel, given.films),
        ),
    }),
    changeCommand({
      usage: 'owner <channel> <person>',
      title: 'Transfer a channel',
      roles: [],
      needsConfirmation: true,
      summary: 'Transfers a channel and its films to another producer.',
      details: sentence`${CHANNEL}\n${argument('person')} is a mobile number, an email address or a user number.`,
      input: z.object({ channel: channelInput, person: text() }),
      examples: ['channel owner 3 9000000001'],
      run: async (
        context,
        { channel: typedChannel, person },
        { findPerson: personOf, reassignChannel },
      ) =>
        context.change(async (deps) =>
          reassignChannel(deps, typedChannel, (await personOf(deps.db, person)).userId),
        ),
    }),
  ],
};
