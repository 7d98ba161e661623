import { expect, test } from 'vitest';
import { z } from 'zod';
import * as importRows from '#server/streaming/import/rows.ts';
import { commandGroups } from '../../../scripts/cinema/command-groups.ts';
import { namedEndpoints } from '../../support/endpoints.ts';
import { uncleanedFields } from '../../support/uncleaned-fields.ts';

// A new field of a person's text needs `typedLine` or `typedText`. These are none.
const SECRETS = [
  'openInvitation.invitation',
  'acceptInvitation.invitation',
  'acceptInvitation.password',
  'officeSignIn.password',
  'renewPackagePlayback.renewalToken',
  'login.password',
  'generateToken.refreshToken',
  'logout.refreshToken',
  'resetPassword.password',
  'resetPassword.confirmPassword',
  'resetPassword.currentPassword',
  'socialLogin.password',
  'findGift.code',
  'claimGift.code',
  'exchangeDeviceCode.device_code',
  'exchangeDeviceCode.client_id',
  'requestDeviceCode.client_id',
  'runOperation.seenVersion',
];
/** The specification's clients send them; the server does not use them. */
const NEVER_READ = [
  ...['active', 'image', 'releaseDate', 'ticketRate', 'moviePoster', 'ageRating'].map(
    (name) => `submitFilm.${name}`,
  ),
  'createReview.userId',
  'updateReview.userId',
  'updateReview.movieId',
];
/** The schema of the operation cleans them. */
const OPERATION_INPUTS = ['runOperation.input{}', 'runOperation.input{}[]', 'runOperation.content'];

test('each text in a body of a call is cleaned, or is a secret', () => {
  const found = namedEndpoints.flatMap(([name, { body }]) =>
    body ? uncleanedFields(body, name) : [],
  );
  expect(found.toSorted()).toEqual([...SECRETS, ...NEVER_READ, ...OPERATION_INPUTS].toSorted());
});

const FILES =
  /\.(poster|banner|trailer|teaser|package|image|file|folder|out|media|paths\[\]|place|backup|certificate|key|map)$/;
/** They are written into files for the host, not into the database. */
const HOST_SETTINGS = /^host /;

test('each text that a command takes is cleaned, or names a file', () => {
  const found = commandGroups.flatMap(({ name, commands }) =>
    commands.flatMap(({ usage, input }) =>
      uncleanedFields(input as z.ZodType, `${name} ${usage.split(' ')[0]}`),
    ),
  );
  expect(found.filter((field) => !FILES.test(field) && !HOST_SETTINGS.test(field))).toEqual([]);
});

test('each text of an imported row is cleaned, or names a file', () => {
  const schemas = Object.entries<unknown>(importRows).filter(
    (each): each is [string, z.ZodType] => {
      return each[1] instanceof z.ZodType;
    },
  );
  const found = schemas.flatMap(([name, schema]) => uncleanedFields(schema, name));
  expect(schemas.length).toBeGreaterThan(5);
  expect(found.filter((field) => !FILES.test(field))).toEqual([]);
});
