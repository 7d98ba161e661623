import { atom } from 'nanostores';
import { onStoredReply } from '#api/stored-replies.ts';

/** When this device stored what the page shows; null if it came from the server. */
export const $storedAt = atom<Date | null>(null);
onStoredReply((storedAt) => $storedAt.set(storedAt));
