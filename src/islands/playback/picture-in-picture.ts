interface SmallWindows {
  requestWindow: (size: { width: number; height: number }) => Promise<Window & typeof globalThis>;
}
const smallWindows = (): SmallWindows | undefined =>
  (globalThis as { documentPictureInPicture?: SmallWindows }).documentPictureInPicture;

/** Whether the browser has windows that stay on top and hold a whole page, and so the watermark too. */
export const hasSmallWindow = (): boolean => smallWindows() !== undefined;

const WIDTH = 480;

/**
 * Moves the player into a small window on top of all others (picture in picture of a document). Gives the way back, which may be
 * gone twice; `onBack` hears of it, also when the viewer closes the window. Rejects when the browser does not open one.
 */
export async function openSmallWindow(stage: HTMLElement, onBack: () => void): Promise<() => void> {
  const video = stage.querySelector('video');
  const picture = video?.videoHeight ? video.videoWidth / video.videoHeight : 16 / 9;
  const small = await smallWindows()!.requestWindow({ width: WIDTH, height: Math.round(WIDTH / picture) });
  const [home, next] = [stage.parentElement!, stage.nextSibling];
  small.document.adoptedStyleSheets = [stylesFor(small)];
  small.document.title = document.title;
  const room = small.document.createElement('div');
  room.className = 'film-room small-window';
  room.dataset['player'] = '';
  room.style.setProperty('--picture', String(picture));
  small.document.body.append(room);
  move(stage, video, () => room.append(stage));

  let isBack = false;
  const back = () => {
    if (isBack) return;
    isBack = true;
    move(stage, video, () => home.insertBefore(stage, next));
    small.close();
    onBack();
  };
  small.addEventListener('pagehide', back, { once: true });
  return back;
}

/** A film that is moved is paused by the browser: that is no pause of the viewer's. */
function move(stage: HTMLElement, video: HTMLVideoElement | null, put: () => void): void {
  const isPlaying = video !== null && !video.paused && stage.isConnected;
  put();
  if (isPlaying) void video.play().catch(() => undefined);
}

/** All rules of this page as one sheet: what is made by script needs no leave of the content policy's. */
function stylesFor(small: Window & typeof globalThis): CSSStyleSheet {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  const sheet = new small.CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  return sheet;
}
