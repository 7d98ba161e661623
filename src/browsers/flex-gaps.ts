/** Margins instead of gaps between flex items, which Chromium before 84 and Safari before 14.1 ignore. */
export function addFlexGaps(): void {
  const changed = new Map<HTMLElement, string>();
  const space = (item: HTMLElement, name: 'marginTop' | 'marginRight' | 'marginBottom' | 'marginLeft', gap: string) => {
    if (getComputedStyle(item)[name] !== '0px') return;
    if (!changed.has(item)) changed.set(item, item.style.cssText);
    item.style[name] = gap;
  };
  const isInFlow = (item: Element): item is HTMLElement =>
    item instanceof HTMLElement &&
    !/absolute|fixed/.test(getComputedStyle(item).position) &&
    item.offsetParent !== null;
  const spaceItems = (box: Element) => {
    const { display, flexDirection, flexWrap, rowGap, columnGap } = getComputedStyle(box);
    const isColumn = flexDirection.startsWith('column');
    const gap = isColumn ? rowGap : columnGap;
    if (!display.endsWith('flex') || !(parseFloat(gap) > 0 || parseFloat(rowGap) > 0)) return;
    const items = [...box.children].filter(isInFlow);
    if (flexWrap === 'wrap')
      for (const item of items.slice(0, -1)) {
        const isWholeRow = item.offsetWidth + 2 * parseFloat(columnGap) > box.clientWidth;
        space(item, isWholeRow ? 'marginBottom' : 'marginRight', isWholeRow ? rowGap : columnGap);
      }
    else for (const item of items.slice(1)) space(item, isColumn ? 'marginTop' : 'marginLeft', gap);
  };
  let isWaiting = false;
  const observer = new MutationObserver(() => later());
  const update = () => {
    isWaiting = false;
    observer.disconnect();
    for (const [item, css] of changed) item.style.cssText = css;
    changed.clear();
    document.querySelectorAll('body, body *').forEach(spaceItems);
    observer.observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['class', 'hidden', 'open'],
    });
  };
  const later = () => {
    if (!isWaiting) setTimeout(update, 100);
    isWaiting = true;
  };
  addEventListener('resize', later);
  addEventListener('DOMContentLoaded', update);
}

export function hasFlexGaps(): boolean {
  const box = document.createElement('div');
  box.style.cssText = 'display:flex;flex-direction:column;gap:1px;position:absolute';
  box.append(document.createElement('div'), document.createElement('div'));
  document.documentElement.append(box);
  const isSupported = box.scrollHeight === 1;
  box.remove();
  return isSupported;
}
