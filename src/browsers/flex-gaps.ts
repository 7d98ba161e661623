import { afterEachChange } from './after-each-change.ts';

type Box = HTMLElement | SVGElement;
const isBox = (node: Node): node is Box =>
  node instanceof HTMLElement || node instanceof SVGElement;

/**
 * Margins instead of gaps between flex items, which Chromium before 84 and Safari before 14.1
 * ignore.
 */
export function addFlexGaps(): void {
  const changed = new Map<Box, string>();
  const space = (
    item: Box,
    name: 'marginTop' | 'marginRight' | 'marginBottom' | 'marginLeft',
    gap: string,
  ) => {
    if (getComputedStyle(item)[name] !== '0px') return;
    if (!changed.has(item)) changed.set(item, item.style.cssText);
    item.style[name] = gap;
  };
  const isInFlow = (item: Node) =>
    isBox(item)
      ? !/absolute|fixed/.test(getComputedStyle(item).position) && item.getClientRects().length > 0
      : item instanceof Text && item.data.trim() !== '';
  const spaceItems = (box: Element) => {
    const { display, flexDirection, flexWrap, rowGap, columnGap } = getComputedStyle(box);
    const isColumn = flexDirection.startsWith('column');
    const gap = isColumn ? rowGap : columnGap;
    if (!display.endsWith('flex') || !(parseFloat(gap) > 0 || parseFloat(rowGap) > 0)) return;
    const nodes = [...box.childNodes].filter(isInFlow);
    const items = nodes.filter(isBox);
    if (flexWrap === 'wrap') {
      nodes.forEach((node, index) => {
        if (!isBox(node)) return;
        const previous = nodes[index - 1];
        if (previous && !isBox(previous)) space(node, 'marginLeft', columnGap);
        const isWholeRow =
          node.getBoundingClientRect().width + 2 * parseFloat(columnGap) > box.clientWidth;
        if (!isWholeRow && index < nodes.length - 1) space(node, 'marginRight', columnGap);
      });
      const endOfFirstRow = items[0]?.getBoundingClientRect().bottom ?? 0;
      for (const item of items)
        if (item.getBoundingClientRect().top >= endOfFirstRow) space(item, 'marginTop', rowGap);
      return;
    }
    nodes.forEach((node, index) => {
      const previous = nodes[index - 1];
      if (!previous) return;
      // A text has no margin.
      if (isBox(node)) space(node, isColumn ? 'marginTop' : 'marginLeft', gap);
      else if (isBox(previous)) space(previous, isColumn ? 'marginBottom' : 'marginRight', gap);
    });
  };
  afterEachChange(() => {
    for (const [item, css] of changed) item.style.cssText = css;
    changed.clear();
    document.querySelectorAll('body, body *').forEach(spaceItems);
  });
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
