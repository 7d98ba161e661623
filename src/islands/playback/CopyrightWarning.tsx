import { playbackMessages as text } from '#messages/playback.ts';
import { acceptWarning, declineWarning } from '#stores/playback.ts';
import { useDialog } from './use-dialog.ts';

export function CopyrightWarning() {
  const dialog = useDialog(declineWarning);

  return (
    <dialog {...dialog} className="modal" data-light="down" aria-labelledby="copyright-title" aria-describedby="copyright-text">
      <h2 id="copyright-title" className="d3">{text.copyrightTitle}</h2>
      <p id="copyright-text">{text.copyrightWarning}</p>
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <button type="button" className="btn line" onClick={declineWarning}>{text.decline}</button>
        <button type="button" className="btn" onClick={acceptWarning}>{text.accept}</button>
      </div>
    </dialog>
  );
}
