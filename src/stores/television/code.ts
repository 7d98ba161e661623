import { zodResolver } from '@hookform/resolvers/zod';
import { atom } from 'nanostores';
import { z } from 'zod';
import * as api from '#api/television.ts';
import { DeviceName, type PendingDevice, UserCode } from '#contract/television.ts';
import { sessionMessages } from '#messages/session.ts';
import { currentLocation, replacePage } from '../lib/navigate.ts';
import { signUpHref } from '../lib/return-path.ts';
import { createTask } from '../lib/task.ts';
import { errorTextWithWait } from '../lib/wait-text.ts';
import { $session } from '../session/session.ts';

export type { PendingDevice };
type Step =
  | { name: 'enter' }
  | { name: 'confirm'; device: PendingDevice }
  | { name: 'confirmed'; deviceName: string }
  | { name: 'denied' };

export const $step = atom<Step>({ name: 'enter' });

export const codeResolver = zodResolver(z.object({ userCode: UserCode }));
export const nameResolver = zodResolver(z.object({ deviceName: DeviceName }));

const explain = errorTextWithWait(undefined, sessionMessages.tryAgainIn);

export const findDevice = createTask(async (userCode: string) => {
  $step.set({ name: 'confirm', device: await api.findPendingDevice(userCode) });
}, explain);

export const confirmDevice = createTask(async ({ userCode }: PendingDevice, deviceName: string) => {
  await api.confirmDevice({ userCode, deviceName });
  $step.set({ name: 'confirmed', deviceName });
}, explain);

export const denyDevice = createTask(async ({ userCode }: PendingDevice) => {
  await api.denyDevice(userCode);
  $step.set({ name: 'denied' });
}, explain);

export function enterAnotherCode() {
  for (const task of [findDevice, confirmDevice, denyDevice]) task.clear();
  $step.set({ name: 'enter' });
}

/**
 * Looks for the television of the code in the link. Returns the code, or an empty string. A visitor
 * signs in first: null.
 */
export function openCodePage(): string | null {
  const { pathname, search } = currentLocation();
  if (!$session.get()) {
    replacePage(signUpHref(pathname + search));
    return null;
  }
  const code = new URLSearchParams(search).get('code') ?? '';
  if (code) void findDevice.run(code);
  return code;
}
