import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { RowError } from './errors.ts';
import { mediaOf } from './media.ts';
import { knownChannels, knownUsers, type NewUser, saveChannel, saveUsers } from './queries.ts';
import { idsOf, type References } from './references.ts';
import { ChannelRow, UserRow } from './rows.ts';
import { digests, type Run, type Section } from './section.ts';

export async function userSection({ db, now }: Run): Promise<Section<UserRow, NewUser>> {
  const numbers = new Map<string, string>();
  return {
    name: 'users',
    schema: UserRow,
    refOf: (row) => row.ref,
    known: digests(await knownUsers(db)),
    prepare: (row) => {
      const other = numbers.get(row.mobile);
      if (other)
        throw new RowError(`${other} has the same mobile number`, 'another person has the same mobile number', other);
      numbers.set(row.mobile, row.ref);
      return toUser(row, now);
    },
    save: (tx, people) =>
      saveUsers(
        tx,
        people.map(({ value, digest }) => ({ ...value, importDigest: digest })),
      ),
  };
}

const toUser = ({ ref, mobile, roles, ...person }: UserRow, createdOn: Date): NewUser => ({
  ...person,
  roles: roles ?? [],
  dialCode: DOMESTIC_DIAL_CODE,
  mobile: mobile.slice(DOMESTIC_DIAL_CODE.length),
  mobileVerifiedAt: createdOn,
  // Their names are known: nobody asks them for it after the first sign-in.
  firstLogin: false,
  importRef: ref,
  createdOn,
});

interface Channel {
  row: ChannelRow;
  channelImage: string | null;
  ownerId: number;
  movieIds: number[];
}

export async function channelSection(run: Run, references: References): Promise<Section<ChannelRow, Channel>> {
  const files = mediaOf(run);
  return {
    name: 'channels',
    schema: ChannelRow,
    refOf: (row) => row.ref,
    known: digests(await knownChannels(run.db)),
    prepare: async (row) => ({
      row,
      ownerId: references.user(row.owner),
      movieIds: idsOf(references, row.movies ?? []),
      channelImage: await files.picture('banner', row.image),
    }),
    contentOf: ({ channelImage }) => channelImage,
    save: async (tx, rows) => {
      for (const { value, digest } of rows) {
        const { row, channelImage, ownerId, movieIds } = value;
        const values = {
          channelName: row.channelName,
          channelImage,
          ownerId,
          importRef: row.ref,
          importDigest: digest,
          createdOn: run.now,
        };
        await saveChannel(tx, { values, movieIds });
      }
    },
  };
}
