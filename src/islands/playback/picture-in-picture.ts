interface DocumentPictureInPicture {
  requestWindow: (size: { width: number; height: number }) => Promise<Window & typeof globalThis>;
}
const pipApi = (): DocumentPictureInPicture | undefined =>
  (globalThis as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture;

/** Document picture in picture keeps the watermark. */
export const hasPictureInPicture = (): boolean => pipApi() !== undefined;

const WIDTH_PX = 480;

/**
 * Moves the player into a document picture-in-picture window. Returns a function that moves it back
 * and may be called twice. Calls `onBack` also when the viewer closes the window. Rejects if the
 * browser refuses.
 */
export async function openPictureInPicture(
  player: HTMLElement,
  onBack: () => void,
): Promise<() => void> {
  const video = player.querySelector('video');
  const aspectRatio = video?.videoHeight ? video.videoWidth / video.videoHeight : 16 / 9;
  const pipWindow = await pipApi()!.requestWindow({
    width: WIDTH_PX,
    height: Math.round(WIDTH_PX / aspectRatio),
  });
  const [parent, nextSibling] = [player.parentElement!, player.nextSibling];
  pipWindow.document.adoptedStyleSheets = [copyStyles(pipWindow)];
  pipWindow.document.title = document.title;
  const container = pipWindow.document.createElement('div');
  container.className = 'player-frame picture-in-picture';
  container.dataset['player'] = '';
  container.style.setProperty('--picture', String(aspectRatio));
  pipWindow.document.body.append(container);
  movePlayer(player, video, () => container.append(player));

  let isClosed = false;
  const closeWindow = () => {
    if (isClosed) return;
    isClosed = true;
    movePlayer(player, video, () => parent.insertBefore(player, nextSibling));
    pipWindow.close();
    onBack();
  };
  pipWindow.addEventListener('pagehide', closeWindow, { once: true });
  return closeWindow;
}

/** Browsers pause a moved video; resumes it. */
function movePlayer(player: HTMLElement, video: HTMLVideoElement | null, insert: () => void): void {
  const isPlaying = video !== null && !video.paused && player.isConnected;
  insert();
  if (isPlaying) void video.play().catch(() => undefined);
}

/** Constructed style sheets are allowed by the content policy. */
function copyStyles(pipWindow: Window & typeof globalThis): CSSStyleSheet {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText),
  );
  const styleSheet = new pipWindow.CSSStyleSheet();
  styleSheet.replaceSync(rules.join('\n'));
  return styleSheet;
}
