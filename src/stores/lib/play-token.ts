import { ApiError } from '#api/errors.ts';
import { keepAdmitted, renewToken } from '#api/playback.ts';
import { MINUTE } from '#domain/limits.ts';
import { PLAY_RENEW_MINUTES } from '#domain/playback.ts';

/** `away`: no connection now, ask again later. */
export type Renewal = 'renewed' | 'away' | 'refused';

/** Keeps the token of a sitting fresh until `stop`. `onRefused` hears when the server no longer lets it go on. */
export function createPlayToken(
  sitting: { sessionId: string; url: string; playToken: string },
  onRefused: (error: ApiError) => void,
) {
  let token = sitting.playToken;
  let running: Promise<Renewal> | undefined;
  let isNative = false;

  const urlWithToken = () => {
    isNative = true;
    return sitting.url.replace(/[^/]+$/, `t/${token}/$&`);
  };

  const renewOnce = async (): Promise<Renewal> => {
    try {
      token = (await renewToken(sitting.sessionId)).playToken;
      if (isNative) await keepAdmitted(urlWithToken());
      return 'renewed';
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return 'away';
      onRefused(error);
      return 'refused';
    }
  };

  const renew = () => {
    running ??= renewOnce().finally(() => (running = undefined));
    return running;
  };

  const timer = setInterval(renew, PLAY_RENEW_MINUTES * MINUTE);
  return { token: () => token, urlWithToken, renew, stop: () => clearInterval(timer) };
}
export type PlayToken = ReturnType<typeof createPlayToken>;
