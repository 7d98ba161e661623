import { encode } from 'uqr';

/** `path` is drawn in a square of `size` units, which includes the quiet zone. */
export interface QrCode {
  size: number;
  path: string;
}

const QUIET_ZONE = 2;

/** Error correction M: readable with 15 % damage. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { size, path: data.map(rowPath).join('') };
}

const rowPath = (row: boolean[], y: number): string =>
  darkRuns(row)
    .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('');

function darkRuns(row: boolean[]): [x: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) runs.push([x, 1]);
  }
  return runs;
}

export function qrSvg(text: string): string {
  const { size, path } = qrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff8f4" d="M0 0h${size}v${size}H0z"/><path fill="#2a0b13" d="${path}"/></svg>`;
}
