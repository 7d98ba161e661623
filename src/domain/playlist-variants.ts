export interface Variant {
  codecs: string;
  bandwidth: number;
  width: number;
  height: number;
}

const VARIANT = /^#EXT-X-STREAM-INF:(.*)\r?\n.*(?:\r?\n|$)/gm;

export const variantsOf = (master: string): Variant[] =>
  [...master.matchAll(VARIANT)].map(([, attributes]) => readVariant(attributes!));

export const keepVariants = (master: string, isWanted: (variant: Variant) => boolean): string =>
  master.replace(VARIANT, (lines: string, attributes: string) =>
    isWanted(readVariant(attributes)) ? lines : '',
  );

function readVariant(attributes: string): Variant {
  const [, width = 0, height = 0] = /RESOLUTION=(\d+)x(\d+)/.exec(attributes)?.map(Number) ?? [];
  return {
    codecs: /CODECS="([^"]*)"/.exec(attributes)?.[1] ?? '',
    bandwidth: Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(attributes)?.[1] ?? 0),
    width,
    height,
  };
}
