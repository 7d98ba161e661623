import { encode } from 'uqr';

/** A QR code as one path of unit squares in a square of `size`, its quiet zone inside. */
export interface QrCode {
  size: number;
  path: string;
}

/** Light modules around the code, between it and the ticket's print. */
const QUIET_ZONE = 2;

/** The code of a text, for `<svg viewBox="0 0 {size} {size}"><path d="{path}" />`. It stands a seventh of it being lost. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { size, path: data.map(rowPath).join('') };
}

const rowPath = (row: boolean[], y: number): string =>
  darkStretches(row)
    .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('');

function darkStretches(row: boolean[]): [x: number, length: number][] {
  const stretches: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = stretches.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) stretches.push([x, 1]);
  }
  return stretches;
}

/** The code as a picture of its own, dark print on the ticket's light ground, for what draws no path of ours. */
export function qrSvg(text: string): string {
  const { size, path } = qrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff8f4" d="M0 0h${size}v${size}H0z"/><path fill="#2a0b13" d="${path}"/></svg>`;
}
