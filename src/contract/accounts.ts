import { z } from 'zod';
import { accountMessages as text } from '#messages/accounts.ts';
import { Id } from './catalogue.ts';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';

/** 0 male, 1 female (spec §3). */
export const Gender = z.union([z.literal(0), z.literal(1)]);
const optional = z.string().trim().max(200).nullish();

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
  /** The words for the saved place. */
  placeName: z.string().nullable(),
  /** Names of languages; lists begin with films in these. */
  languages: z.array(z.string()),
  /** Whether mails remind of a ticket before its film begins. */
  reminders: z.boolean(),
  hasPassword: z.boolean(),
  firstLogin: z.boolean(),
});
export type User = z.infer<typeof User>;

/** What /userinfo asks for (spec §5). */
export const UserInfo = z.object({
  firstName: z.string(text.firstNameRequired).trim().min(1, text.firstNameRequired).max(100),
  lastName: z.string(text.lastNameRequired).trim().min(1, text.lastNameRequired).max(100),
  emailId: Email,
  gender: Gender,
});
export type UserInfo = z.infer<typeof UserInfo>;

/** PUT userinfo takes the /userinfo form or the profile form (spec §7): every field may be absent. */
export const UserInfoPut = z.object({
  firstName: optional,
  lastName: optional,
  emailId: Email.nullish(),
  mobile: optional,
  gender: Gender.nullish(),
  ipAddress: optional,
  timezone: optional,
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  placeName: optional,
  languages: z.array(z.string().trim().min(1).max(50)).max(50).nullish(),
  reminders: z.boolean().nullish(),
});
export type UserInfoPut = z.infer<typeof UserInfoPut>;

export const putUserInfo = endpoint({
  service: 'auth',
  auth: 'token',
  method: 'PUT',
  path: '/userinfo/:userId',
  summary: 'Change the own profile',
  params: z.object({ userId: Id }),
  body: UserInfoPut,
  status: 202,
  reply: z.object({ message: z.string(), data: User }),
});
export const updateFirstLogin = endpoint({
  service: 'auth',
  auth: 'token',
  method: 'PUT',
  path: '/users/updatefirstlogin',
  summary: 'The first sign-in is done',
  status: 200,
  reply: z.object({ message: z.string() }),
});
export const myProfile = endpoint({
  service: 'auth',
  auth: 'token',
  method: 'GET',
  path: '/myprofile',
  summary: 'The own profile',
  status: 200,
  reply: z.object({ data: User }),
});

/** The edit screen (spec §2, §5): the name is one field, the e-mail is shown and not changed. */
export const EditProfile = z.object({
  firstName: z.string(text.nameRequired).trim().min(1, text.nameRequired).max(100),
  mobile: z.string().trim().max(20),
  gender: Gender,
});
export type EditProfile = z.infer<typeof EditProfile>;

export const exportMe = endpoint({
  service: 'auth',
  auth: 'token',
  method: 'GET',
  path: '/me/export',
  summary: 'Everything stored about the viewer, as one JSON file',
  status: 200,
  reply: z.looseObject({}),
});
export const deleteMe = endpoint({
  service: 'auth',
  auth: 'token',
  method: 'DELETE',
  path: '/me',
  summary: 'Erase the account; orders and invoices are kept, unlinked from the person',
  status: 204,
});
