import { authSentences } from '#messages/refusals/auth.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { fetchMyProfile } from '#api/accounts.ts';
import { readItem, writeItem } from '#api/browser-storage.ts';
import { setFetch } from '#api/http.ts';
import { EditProfile } from '#contract/accounts.ts';
import { NewPassword } from '#contract/session.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages } from '#messages/session.ts';
import { deleteAccount, deletionResolver, downloadData } from '#stores/accounts/account-data.ts';
import { $languages, saveLanguages, toggleLanguage } from '#stores/accounts/account-languages.ts';
import {
  $profile,
  $user,
  changeProfile,
  editDraft,
  loadProfile,
  submitEdit,
} from '#stores/accounts/accounts.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { $reminders, setReminders } from '#stores/accounts/reminders.ts';
import { $session } from '#stores/session/session.ts';
import { $secondsToResend } from '#stores/session/one-time-code.ts';
import {
  $sessions,
  loadSessions,
  passwordDraft,
  passwordResolver,
  sendPasswordCode,
  signOutOtherDevices,
  signOutDevice,
  type PasswordChange,
  type PasswordDraft,
  submitPassword,
} from '#stores/accounts/sessions.ts';

const server = await aServerForStores();
const takeNoticeTexts = () => takeNotices().map(({ text: message }) => message);
let mobile = '';

/** Error texts by field. */
const firstMessages = (schema: typeof EditProfile | typeof NewPassword, value: unknown) => {
  const messages: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    messages[path.join('.')] ??= message;
  return messages;
};

/** Signs in on a second device and returns its refresh token. */
async function anotherDevice(userAgent: string): Promise<string> {
  server.clock.advance(200_000);
  await server.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } });
  const { json } = await server.post('/api/auth/users/login', {
    body: { username: mobile, password: await server.lastCodeFor(mobile) },
    headers: { 'User-Agent': userAgent },
  });
  return json.refreshtoken;
}
const canRefresh = async (refreshToken: string) =>
  (await server.post('/api/auth/users/generatetoken', { body: { refreshToken } })).status === 200;

beforeEach(async () => {
  server.connection.isUp = true;
  ({ mobile } = await server.signIn());
  await loadProfile();
  takeNotices();
  browser.visits.length = 0;
});

describe('the edit form', () => {
  test('requires a name and starts with the saved values', () => {
    expect(firstMessages(EditProfile, { firstName: ' ', mobile: '', gender: 0 })).toEqual({
      firstName: text.nameRequired,
    });
    expect(editDraft($user.get()!)).toEqual({ firstName: '', mobile, gender: 0 });
  });

  test('saves the profile with IP address and time zone, shows a toast and opens the profile', async () => {
    await changeProfile({ firstName: 'Meena', lastName: 'Krishnan', emailId: 'meena@example.org' });
    await submitEdit.run({ firstName: 'Meenakshi', mobile, gender: 1 });
    expect(takeNoticeTexts()).toEqual([text.profileUpdated]);
    expect(browser.visits).toEqual(['/profile']);
    expect(await fetchMyProfile()).toMatchObject({
      firstName: 'Meenakshi',
      lastName: 'Krishnan',
      emailId: 'meena@example.org',
      mobile,
      gender: 1,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ipAddress: expect.any(String),
    });
    expect($user.get()).toMatchObject({ firstName: 'Meenakshi', gender: 1 });
  });

  test('keeps the saved location', async () => {
    await changeProfile({ latitude: 13.08, longitude: 80.27, placeName: 'Chennai' });
    await submitEdit.run({ firstName: 'Meena', mobile, gender: 0 });
    expect(await fetchMyProfile()).toMatchObject({
      latitude: 13.08,
      longitude: 80.27,
      placeName: 'Chennai',
    });
  });

  test('shows Use valid credentials after an error and stays open', async () => {
    server.routeFetch((real) =>
      setFetch(async (input, init) => {
        const request = new Request(input, init);
        return request.url.includes('/userinfo/')
          ? new Response(null, { status: 500 })
          : real(request);
      }),
    );
    await submitEdit.run({ firstName: 'Meena', mobile, gender: 0 });
    expect(submitEdit.$state.get().error).toBe(text.updateFailed);
    expect(takeNoticeTexts()).toEqual([text.updateFailed]);
    expect(browser.visits).toEqual([]);
    server.routeFetch();
  });

  test('shows that the connection failed and stays open', async () => {
    server.connection.isUp = false;
    await submitEdit.run({ firstName: 'Meena', mobile, gender: 0 });
    expect(submitEdit.$state.get().error).toBe(commonMessages.offline);
    expect(browser.visits).toEqual([]);
  });
});

test('an unavailable profile shows that the connection failed', async () => {
  writeItem('user', null);
  browser.writeInOtherTab('user', '');
  server.connection.isUp = false;
  await loadProfile();
  expect($profile.get()).toEqual({
    status: 'error',
    unavailableText: commonMessages.offline,
    user: null,
  });
});

describe('a new password', () => {
  test.each([
    [
      '',
      '',
      {
        password: sessionMessages.passwordRequired,
        confirmPassword: sessionMessages.confirmRequired,
      },
    ],
    [
      '12345',
      '12345',
      {
        password: sessionMessages.passwordTooShort,
        confirmPassword: sessionMessages.confirmTooShort,
      },
    ],
    ['123456', '', { confirmPassword: sessionMessages.confirmRequired }],
    ['123456', '12345', { confirmPassword: sessionMessages.confirmTooShort }],
    ['123456', '654321', { confirmPassword: sessionMessages.confirmDiffers }],
    ['123456', '123456', {}],
  ])('“%s” and “%s”', (password, confirmPassword, messages) => {
    expect(firstMessages(NewPassword, { password, confirmPassword })).toEqual(messages);
  });

  const NEW = { password: 'lights down', confirmPassword: 'lights down' };
  const resolve = (draft: PasswordDraft) =>
    passwordResolver(draft, undefined, { fields: {}, shouldUseNativeValidation: false });

  /** As the form does: what the resolver returns is submitted. */
  async function submitForm(draft: PasswordDraft) {
    const { values, errors } = await resolve(draft);
    expect(errors).toEqual({});
    await submitPassword.run(values as PasswordChange);
  }

  test.each([
    ['password', { currentPassword: sessionMessages.currentPasswordRequired }],
    ['code', { otp: sessionMessages.otpRequired }],
  ] as const)('requires the current %s', async (proofMethod, messages) => {
    const draft = { ...passwordDraft(await fetchMyProfile()), ...NEW, proofMethod };
    const { errors } = await resolve(draft);
    expect(
      Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message])),
    ).toEqual(messages);
  });

  test('is rejected with a wrong current password, a common password, or an unsent code', async () => {
    const draft = passwordDraft(await fetchMyProfile());
    await submitForm({ ...draft, ...NEW, proofMethod: 'password', currentPassword: 'a guess' });
    await submitForm({ ...draft, ...NEW, otp: '000000' });
    await submitForm({ ...draft, password: '123456', confirmPassword: '123456', otp: '000000' });
    expect(takeNoticeTexts()).toEqual([
      authSentences.current_password_invalid,
      authSentences.otp_invalid,
      authSentences.password_common,
    ]);
    expect(browser.visits).toEqual([]);
    expect((await fetchMyProfile()).hasPassword).toBe(false);
  });

  test('shows the countdown if a code was sent a moment ago', async () => {
    expect(await sendPasswordCode.run(await fetchMyProfile())).toBe(true);
    expect(takeNoticeTexts()).toEqual([sessionMessages.codeTooSoon]);
    expect($secondsToResend.get()).toBeGreaterThan(100);
  });

  test('is saved, keeps this device signed in and ends all other sessions', async () => {
    const otherDevice = await anotherDevice('Mozilla/5.0 (iPhone) Safari');
    server.clock.advance(200_000);
    const before = await fetchMyProfile();
    expect(passwordDraft(before).proofMethod).toBe('code');
    await sendPasswordCode.run(before);
    expect(takeNoticeTexts()).toEqual([sessionMessages.codeSent]);
    const otp = await server.lastCodeFor(mobile);
    await submitForm({ ...passwordDraft(before), ...NEW, otp });
    expect(takeNoticeTexts()).toEqual([sessionMessages.passwordReset]);
    expect(browser.visits).toEqual(['/profile']);
    expect(await canRefresh(otherDevice)).toBe(false);
    const after = await fetchMyProfile();
    expect([after.hasPassword, passwordDraft(after).proofMethod]).toEqual([true, 'password']);
    const { status } = await server.post('/api/auth/users/login', {
      body: { username: mobile, password: 'lights down' },
    });
    expect(status).toBe(200);
  });
});

describe('the list of sessions', () => {
  test('shows all sessions and ends a single one', async () => {
    const otherDevice = await anotherDevice('Mozilla/5.0 (iPhone) Safari');
    await loadSessions();
    const { sessions } = $sessions.get();
    expect(sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    await signOutDevice.run(sessions.find(({ isCurrent }) => !isCurrent)!);
    expect(takeNoticeTexts()).toEqual([text.signedOutDevice]);
    expect($sessions.get().sessions.map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect(await canRefresh(otherDevice)).toBe(false);
    expect((await fetchMyProfile()).mobile).toBe(mobile);
  });

  test('ends all other sessions at once', async () => {
    const otherDevices = [await anotherDevice('One'), await anotherDevice('Two')];
    await loadSessions();
    await signOutOtherDevices.run();
    expect(takeNoticeTexts()).toEqual([text.signedOutOtherDevices]);
    expect($sessions.get().sessions).toHaveLength(1);
    expect(await Promise.all(otherDevices.map(canRefresh))).toEqual([false, false]);
  });

  test('treats an already ended session as ended', async () => {
    await anotherDevice('One');
    await loadSessions();
    const [otherDevice] = $sessions.get().sessions.filter(({ isCurrent }) => !isCurrent);
    await signOutDevice.run(otherDevice!);
    await signOutDevice.run(otherDevice!);
    expect(signOutDevice.$state.get().status).toBe('success');
  });

  test('shows an error and keeps the previous list', async () => {
    await loadSessions();
    server.connection.isUp = false;
    await loadSessions();
    expect($sessions.get()).toMatchObject({ status: 'error', error: commonMessages.offline });
    expect($sessions.get().sessions).toHaveLength(1);
  });
});

test('languages are selected, saved and read from the profile', async () => {
  toggleLanguage('Tamil');
  toggleLanguage('German');
  toggleLanguage('Tamil');
  expect($languages.get()).toEqual(['German']);
  expect($user.get()?.languages).toEqual([]);
  await saveLanguages.run();
  expect(takeNoticeTexts()).toEqual([text.languagesSaved]);
  expect(browser.visits).toEqual(['/profilesettings']);
  expect((await fetchMyProfile()).languages).toEqual(['German']);
  expect($languages.get()).toEqual(['German']);
});

test('languages stay selected after a failed save', async () => {
  toggleLanguage('Tamil');
  server.connection.isUp = false;
  await saveLanguages.run();
  expect(saveLanguages.$state.get().error).toBe(commonMessages.offline);
  expect($languages.get()).toEqual(['Tamil']);
  toggleLanguage('Tamil');
});

test('the data export is saved as a file', async () => {
  const link = { click: vi.fn(), remove: vi.fn() } as {
    click: () => void;
    remove: () => void;
    download?: string;
  };
  vi.stubGlobal('document', { createElement: () => link, body: { append: vi.fn() } });
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation(
    (file) => (files.push(file as Blob), 'blob:file'),
  );
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await downloadData.run();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(link.download).toMatch(/^matinee-my-data-\d{4}-\d\d-\d\d\.json$/);
  expect(link.click).toHaveBeenCalledOnce();
  expect(await files[0]!.text()).toContain(mobile);
});

describe('deleting the account', () => {
  test.each([
    ['', false],
    ['delet', false],
    ['DELETE', true],
    [' delete ', true],
  ])('“%s” confirms: %s', async (word, isRight) => {
    const { errors } = await deletionResolver({ word }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(errors.word?.message).toBe(isRight ? undefined : text.notTyped);
  });

  test('clears local storage, shows a toast and opens the home page', async () => {
    writeItem('rememberMe', 'yes');
    await deleteAccount.run();
    expect(takeNoticeTexts()).toEqual([text.deleted]);
    expect(browser.local.length).toBe(0);
    expect($session.get()).toBeNull();
    expect(browser.visits).toEqual(['/']);
  });

  test('changes nothing if the server is unreachable', async () => {
    server.connection.isUp = false;
    await deleteAccount.run();
    expect(deleteAccount.$state.get().error).toBe(commonMessages.offline);
    expect(readItem('userToken')).not.toBeNull();
    expect(browser.visits).toEqual([]);
  });
});

describe('reminders', () => {
  test('are on by default and keep the last saved value', async () => {
    expect($reminders.get()).toBe(true);
    await setReminders.run(false);
    expect(takeNoticeTexts()).toEqual([text.remindersOff]);
    expect((await fetchMyProfile()).reminders).toBe(false);

    server.connection.isUp = false;
    const saving = setReminders.run(true);
    expect($reminders.get()).toBe(true);
    await saving;
    expect($reminders.get()).toBe(false);
    expect(takeNoticeTexts()).toEqual([commonMessages.offline]);
    expect(setReminders.$state.get()).toEqual({ status: 'error', error: commonMessages.offline });
  });
});
