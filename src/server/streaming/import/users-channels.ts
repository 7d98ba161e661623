import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import { RowError } from './errors.ts';
import { openMediaFiles } from './media.ts';
import {
  existingChannels,
  existingUsers,
  type NewUser,
  saveChannel,
  saveUsers,
} from './queries.ts';
import { idsOf, type References } from './references.ts';
import { ChannelRow, UserRow } from './rows.ts';
import { digestsByRef, type Run, type Section } from './section.ts';

export async function userSection({ db, now }: Run): Promise<Section<UserRow, NewUser>> {
  const refsByMobile = new Map<string, string>();
  return {
    name: 'users',
    schema: UserRow,
    refOf: (row) => row.ref,
    existing: digestsByRef(await existingUsers(db)),
    prepare: (row) => {
      const otherRef = refsByMobile.get(row.mobile);
      if (otherRef)
        throw new RowError(
          `${otherRef} has the same mobile number`,
          'another person has the same mobile number',
          otherRef,
        );
      refsByMobile.set(row.mobile, row.ref);
      return toUser(row, now);
    },
    otherRefsOf: ({ mobile }) => [mobile],
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
  // The file is the profile of an imported user (names are optional), so the first sign-in skips
  // /userinfo.
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

export async function channelSection(
  run: Run,
  references: References,
): Promise<Section<ChannelRow, Channel>> {
  const files = openMediaFiles(run);
  return {
    name: 'channels',
    schema: ChannelRow,
    refOf: (row) => row.ref,
    existing: await existingChannels(run.db),
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
        await saveChannel(tx, values, movieIds);
      }
    },
  };
}
