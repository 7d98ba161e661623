/** Limits (OKLCH) for the placeholder colour that a picture shows until it loads. */
const MAX_LIGHTNESS = 0.28;
const MAX_CHROMA = 0.07;

interface Rgb {
  r: number;
  g: number;
  b: number;
}

interface Oklab {
  lightness: number;
  a: number;
  b: number;
}

const toLinear = (channel: number) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const fromLinear = (share: number) =>
  255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);

function toOklab({ r, g, b }: Rgb): Oklab {
  const [red, green, blue] = [toLinear(r), toLinear(g), toLinear(b)];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function fromOklab({ lightness, a, b }: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  };
}

export function oklch(color: Rgb): { lightness: number; chroma: number } {
  const { lightness, a, b } = toOklab(color);
  return { lightness, chroma: Math.hypot(a, b) };
}

const rounded = ({ r, g, b }: Rgb): Rgb => {
  const whole = (channel: number) => Math.max(0, Math.min(255, Math.round(channel)));
  return { r: whole(r), g: whole(g), b: whole(b) };
};
const hex = ({ r, g, b }: Rgb) =>
  `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** Reduces lightness and chroma to the limits and keeps the hue. Returns `#rrggbb`. */
export function placeholderColour(color: Rgb): string {
  const { lightness, a, b } = toOklab(color);
  const chroma = Math.hypot(a, b);
  // Rounding to whole channels can exceed a limit again, so the scale decreases until both hold.
  for (let scale = 1; ; scale -= 0.01) {
    const chromaScale = chroma > MAX_CHROMA ? (MAX_CHROMA / chroma) * scale : scale;
    const limited = {
      lightness: Math.min(lightness, MAX_LIGHTNESS) * scale,
      a: a * chromaScale,
      b: b * chromaScale,
    };
    const tint = rounded(fromOklab(limited));
    const reached = oklch(tint);
    if (reached.lightness <= MAX_LIGHTNESS && reached.chroma <= MAX_CHROMA) return hex(tint);
  }
}
