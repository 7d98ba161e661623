/**
 * Runs `update` when the page is read, and soon after each change of the page, of its files or of
 * its size.
 */
export function afterEachChange(update: () => void): void {
  let isWaiting = false;
  const observer = new MutationObserver(() => later());
  const run = () => {
    isWaiting = false;
    observer.disconnect();
    update();
    observer.observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['class', 'hidden', 'open'],
    });
  };
  const later = () => {
    if (!isWaiting) setTimeout(run, 100);
    isWaiting = true;
  };
  addEventListener('resize', later);
  addEventListener('load', later, true);
  addEventListener('DOMContentLoaded', run);
}
