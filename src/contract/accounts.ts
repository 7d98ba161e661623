import { z } from 'zod';
import { accountMessages as text } from '#messages/accounts.ts';
import { Id } from './catalogue.ts';
import { Email } from './email.ts';
import { ACCOUNT_DELETE, ACCOUNT_GET, ACCOUNT_PUT, endpoint } from './endpoint.ts';
import { typedLine } from './typed-text.ts';

/** 0 male, 1 female (spec §3). */
export const Gender = z.union([z.literal(0), z.literal(1)]);
const optionalLine = typedLine().max(200).nullish();

export const User = z.object({
  userId: z.number(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  emailId: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  dialCode: z.string().nullable(),
  gender: Gender.nullable(),
  roles: z.array(z.string()),
  ipAddress: z.string().nullable(),
  timezone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  placeName: z.string().nullable(),
  /** Language names; lists start with films in these. */
  languages: z.array(z.string()),
  /** Whether the viewer gets mails before a ticket opens. */
  reminders: z.boolean(),
  hasPassword: z.boolean(),
  firstLogin: z.boolean(),
});
export type User = z.infer<typeof User>;

/** The form of /userinfo (spec §5). */
export const UserInfo = z.object({
  firstName: typedLine(text.firstNameRequired).min(1, text.firstNameRequired).max(100),
  lastName: typedLine(text.lastNameRequired).min(1, text.lastNameRequired).max(100),
  emailId: Email,
  gender: Gender,
});
export type UserInfo = z.infer<typeof UserInfo>;

/**
 * /userinfo and each page of the profile send a part of the fields (spec §7), so every field is
 * optional.
 */
export const UserInfoPut = z.object({
  firstName: optionalLine,
  lastName: optionalLine,
  emailId: Email.nullish(),
  mobile: optionalLine,
  gender: Gender.nullish(),
  ipAddress: optionalLine,
  timezone: optionalLine,
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  placeName: optionalLine,
  languages: z.array(typedLine().min(1).max(50)).max(50).nullish(),
  reminders: z.boolean().nullish(),
});
export type UserInfoPut = z.infer<typeof UserInfoPut>;

export const putUserInfo = endpoint(ACCOUNT_PUT, '/userinfo/:userId', {
  summary: 'Update the profile of the signed-in person',
  errors: ['user_not_found'],
  params: z.object({ userId: Id }),
  body: UserInfoPut,
  status: 202,
  reply: z.object({ message: z.string(), data: User }),
});
export const updateFirstLogin = endpoint(ACCOUNT_PUT, '/users/updatefirstlogin', {
  summary: 'Mark the first sign-in as completed',
  reply: z.object({ message: z.string() }),
});
export const myProfile = endpoint(ACCOUNT_GET, '/myprofile', {
  summary: 'Get the profile of the signed-in person',
  errors: ['user_not_found'],
  reply: z.object({ data: User }),
  isKept: true,
});

export const EditProfile = z.object({
  firstName: typedLine(text.nameRequired).min(1, text.nameRequired).max(100),
  mobile: typedLine().max(20),
  gender: Gender,
});
export type EditProfile = z.infer<typeof EditProfile>;

export const exportMe = endpoint(ACCOUNT_GET, '/me/export', {
  summary: 'Export everything stored about the signed-in person as one JSON file',
  errors: ['user_not_found'],
  reply: z.looseObject({}),
});
export const deleteMe = endpoint(ACCOUNT_DELETE, '/me', {
  summary: 'Delete the account; orders and invoices are kept without a link to the person',
  errors: ['owns_films', 'payment_pending', 'user_not_found'],
});
