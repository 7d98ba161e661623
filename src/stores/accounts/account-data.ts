import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { deleteMyAccount, exportMyData } from '#api/accounts.ts';
import { endSession } from '#api/browser-storage.ts';
import { deleteDeviceData } from '#api/device-data.ts';
import { fold } from '#domain/fold.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { serverNow } from '../server-clock.ts';
import { saveFile } from '../lib/download.ts';
import { createTask } from '../lib/task.ts';
import { notifyOnNextPage } from '../notices/notices.ts';

export const downloadData = createTask(async () => {
  const data = await exportMyData();
  saveFile(
    text.dataFile(serverNow().toISOString().slice(0, 10)),
    'application/json',
    JSON.stringify(data, null, 2),
  );
});

/** Chosen: the viewer types a word to confirm; its case does not matter. */
const Deletion = z.object({
  word: z.string().refine((word) => fold(word) === fold(text.deleteWord), text.notTyped),
});
export const deletionResolver = zodResolver(Deletion);

export const deleteAccount = createTask(async () => {
  await deleteMyAccount();
  notifyOnNextPage('success', text.deleted);
  await deleteDeviceData();
  endSession({ keepRememberMe: false });
});
