import { list, type Plugin } from 'postcss';

/**
 * The cascade layers of src/styles, and how many ids the selectors of each get instead. Rules
 * outside layers win over all.
 */
const RANKS: Record<string, number> = {
  properties: 0,
  theme: 0,
  base: 0,
  components: 1,
  utilities: 2,
};
const UNLAYERED_RANK = 3;
/** No element has this id. */
const RAISED = ':not(#_)';
const BROWSERS_WITHOUT_INITIAL_VALUES = '(not (inset: 0))';

/**
 * Without logical properties before Chromium 87. All our languages are written from left to right.
 */
const SIDES: Record<string, [string, string]> = {
  'padding-inline': ['padding-left', 'padding-right'],
  'padding-block': ['padding-top', 'padding-bottom'],
  'margin-inline': ['margin-left', 'margin-right'],
  'margin-block': ['margin-top', 'margin-bottom'],
  'inset-inline': ['left', 'right'],
  'inset-block': ['top', 'bottom'],
};

/**
 * A PostCSS plugin for browsers that ignore `@layer` (before Chromium 99, Safari 15.4, Firefox 97):
 * raises the specificity of each selector by the layer of its rule, and removes the layers. Throws
 * if a style sheet uses another layer.
 */
export const flattenLayers = (): Plugin => ({
  postcssPlugin: 'flatten-layers',
  OnceExit(root) {
    root.walkRules((rule) => {
      let rank = UNLAYERED_RANK;
      for (let at = rule.parent; at && at.type !== 'root'; at = at.parent) {
        if (at.type === 'rule') return;
        if (at.type !== 'atrule' || !('params' in at)) continue;
        const name = String(at.name);
        if (name.endsWith('keyframes')) return;
        if (name === 'layer') rank = rankOf(String(at.params));
      }
      rule.selectors = rule.selectors.map((selector) => raise(toPlainSelector(selector), rank));
    });
    root.walkDecls((declaration) => {
      const value = declaration.value.replace(/\b(\d+)[ds]vh\b/g, '$1vh');
      if (value !== declaration.value) declaration.cloneBefore({ value });
      const sides = SIDES[declaration.prop];
      const values = list.space(declaration.value);
      if (!sides || values.length > 2) return;
      declaration.replaceWith(
        sides.map((prop, at) => declaration.clone({ prop, value: values[at] ?? values[0] })),
      );
    });
    root.walkAtRules('media', (media) => {
      media.params = toPlainQuery(media.params);
    });
    root.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties')
        layer.walkAtRules('supports', (test) => {
          test.params = `(${test.params}) or ${BROWSERS_WITHOUT_INITIAL_VALUES}`;
        });
      if (layer.nodes) layer.replaceWith(layer.nodes);
      else layer.remove();
    });
  },
});

const LENGTH = String.raw`([\d.]+)(px|rem)`;
const FROM = new RegExp(String.raw`\(${LENGTH}\s*<=\s*(width|height)\s*<`, 'g');
const BELOW = new RegExp(String.raw`\((width|height)\s*<\s*${LENGTH}\)`, 'g');
const NOT_FROM_IN_BRACKETS = new RegExp(
  String.raw`\(not \(min-(width|height):\s*${LENGTH}\)\)`,
  'g',
);
const NOT_FROM = new RegExp(String.raw`\bnot \(min-(width|height):\s*${LENGTH}\)`, 'g');
/** 0.02 px. */
const GAPS = { px: 0.02, rem: 0.00125 };

/**
 * Tailwind and Lightning CSS write `width < 40rem` as `not (min-width: 40rem)`, which Chromium
 * before 104 and Safari before 16.4 ignore. Throws at other queries that they ignore.
 */
function toPlainQuery(query: string): string {
  const below = (_: string, side: string, length: string, unit: keyof typeof GAPS) =>
    `(max-${side}: ${Number((Number(length) - GAPS[unit]).toFixed(5))}${unit})`;
  const plain = query
    .replace(FROM, '(min-$3: $1$2) and ($3 <')
    .replace(BELOW, below)
    .replace(NOT_FROM_IN_BRACKETS, below)
    .replace(NOT_FROM, below);
  if (/<(?!=)|\bor\b|\bnot\s*\(/.test(plain))
    throw new Error(`Old browsers ignore @media ${query}`);
  return plain;
}

function rankOf(layer: string): number {
  const rank = RANKS[layer];
  if (rank === undefined)
    throw new Error(`The layer ${layer} has no rank in browsers/flatten-layers.ts`);
  return rank;
}

/** `a.b c` → `a:not(#_).b c`. */
const raise = (selector: string, rank: number): string =>
  selector.replace(/^(\*|[a-z][\w-]*)?/i, `$&${RAISED.repeat(rank)}`);

/** Chromium before 88 ignores rules with `:where`, and with combinators in `:is`. */
const toPlainSelector = (selector: string): string =>
  selector
    // Tailwind's `group-hover`.
    .replace(/^(.+?):is\(:where\((\.group)\)([^ ()]*) \*\)/, '$2$3 $1')
    .replace(/:where\((:not\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])\)/g, '$1')
    .replace(/^:is\(([^(),]*)\)$/, '$1');
