import { atom, onMount } from 'nanostores';
import * as api from '#api/television.ts';
import type { OpenTelevision } from '#contract/television.ts';
import { TELEVISION_POLL_SECONDS } from '#domain/limits/television.ts';
import { televisionRemoteMessages as text } from '#messages/television-remote.ts';
import { repeatWhileVisible } from '../lib/repeat-while-visible.ts';
import { createTask } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';
import { closePlayer, savePosition } from '../playback/playback.ts';

/** The viewer's open televisions. Asks again while the page shows them. */
export const $openTelevisions = atom<OpenTelevision[]>([]);

const loadTelevisions = async () =>
  $openTelevisions.set(await api.fetchOpenTelevisions().catch(() => []));
onMount($openTelevisions, () =>
  repeatWhileVisible(loadTelevisions, TELEVISION_POLL_SECONDS * 1000),
);

export const watchOnTelevision = createTask(
  async ({ sessionId, name }: OpenTelevision, movieId: number) => {
    await savePosition();
    await api.watchOnTelevision(sessionId, movieId);
    closePlayer();
    notify('success', text.opensOn(name));
  },
);
