import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const typeface = (name: string): string =>
  readFileSync(new URL(`../../../../public/fonts/${name}.woff2`, import.meta.url)).toString(
    'base64',
  );
const face = (family: string, weight: number, file: string): string =>
  `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${typeface(file)})}`;

// Fonts are embedded, so that a saved page looks the same. Other writing systems use the reader's
// fonts.
const RULES = `${face('Matinee Tall', 700, 'matinee-tall')}${face('Matinee Wide', 600, 'matinee-wide')}
:root{color-scheme:light;--ink:#1f1216;--soft:#5e4c4f;--line:#d3d4c4;--action:#611226;--tall:"Matinee Tall","Arial Narrow",sans-serif}
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;background:#eceee1;color:var(--ink);font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1,p,dl,dd{margin:0}
main{max-width:38.75rem;margin:0 auto;padding:28px 24px;background:#fbfbf6;border:1px solid var(--line)}
header{display:flex;justify-content:space-between;align-items:flex-start;gap:16px;padding-bottom:16px;border-bottom:2px solid var(--ink)}
h1{font:700 1.875rem/1.05 var(--tall)}
.logo{display:flex;align-items:center;gap:8px;font:700 1.625rem/1 var(--tall);color:var(--action)}
.logo svg{width:24px;height:24px}
.small,dl{font-size:.875rem;line-height:1.45}
.soft,dt{color:var(--soft)}
.wide{font:600 .6875rem/1.3 "Matinee Wide",sans-serif;text-transform:uppercase;letter-spacing:.045em;color:var(--soft);margin-bottom:4px}
.parties{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:18px 0}
.parties div{min-width:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th{font-weight:400;text-align:left;overflow-wrap:anywhere}
th span{display:block}
tbody th,tbody td,tfoot th,tfoot td{padding:10px 0;border-top:1px solid var(--line);vertical-align:top}
td,thead th+th{text-align:right;white-space:nowrap;padding-left:16px}
tfoot th,tfoot td{border-top:2px solid var(--ink);padding-top:14px}
tfoot th{font-weight:650}
tfoot td{font:700 1.5rem/1.1 var(--tall)}
thead th{font-size:.8125rem;color:var(--soft);padding:0 0 6px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin-top:18px}
dd{overflow-wrap:anywhere}
.notes{margin-top:18px;display:grid;gap:6px}
@media(max-width:26.875rem){.parties{grid-template-columns:1fr}header{flex-wrap:wrap-reverse}}
@page{size:A4;margin:18mm}
@media print{body{padding:0;background:none}main{max-width:none;padding:0;border:0;background:none}tr{break-inside:avoid}}`;

/** Byte-exact: the Content-Security-Policy contains the hash of the rules. */
export const STYLE_ELEMENT = `<style>${RULES}</style>`;

const hash = createHash('sha256').update(RULES).digest('base64');

export const INVOICE_CSP = `default-src 'none'; style-src 'sha256-${hash}'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
