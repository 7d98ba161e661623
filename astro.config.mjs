import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { Features } from 'lightningcss';
import { build } from 'vite';
import { contentPolicy } from './src/domain/content-policy.ts';
import { flattenLayers } from './src/browsers/flatten-layers.ts';
import { cacheRenderer } from './src/rebuild/render/astro-internals.ts';
import { EMBED_SCRIPT, href, LICENCE_FILES, pathPattern, routes, shellPath } from './src/routes.ts';

const api = `http://127.0.0.1:${process.env.API_PORT || 4322}`;

const policy = contentPolicy(process.env);

/** docs/browsers.md */
const OLDEST_BROWSERS = ['chrome79', 'safari14', 'firefox91'];

/** Modules that a page loads together: one request for each group. Pages without islands load neither React nor the elements. */
const chunkGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@nanostores\/react)\// },
  {
    name: 'page',
    test: /node_modules\/nanostores\/|vite\/preload-helper|src\/(routes|domain\/(limits\/\w+|format\/locale|link-source)|api\/(browser-storage|beacon|visits)|stores\/(notices\/notices|link-source|lib\/persistent-atom)|islands\/(notices\/report-errors|catalogue\/film\/poster-transition))\.ts/,
  },
  {
    name: 'calls',
    test: /src\/stores\/(lib\/(task|call-errors|list)|server-clock|session\/session)\.ts$/,
  },
  { name: 'elements', test: /src\/ui\/(Button|FieldFrame|Modal|Skeleton|icons)\.tsx$/ },
];

export default defineConfig({
  site: process.env.PUBLIC_ORIGIN || 'http://localhost:4321',
  outDir: process.env.SITE_OUT_DIR || 'dist',
  output: 'static',
  trailingSlash: 'ignore',
  // Inlined styles save a round trip before the first paint on slow 4G.
  build: { format: 'directory', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [
    react(),
    clientDirectives(),
    polyfills(),
    embedScript(),
    serviceWorkerSwitch(),
    cacheRenderer(process.env.KEEP_RENDERER_IN),
  ],
  security: {
    csp: {
      algorithm: 'SHA-256',
      directives: policy.directives,
      scriptDirective: { resources: policy.scripts },
      styleDirective: {
        resources: [...policy.styles, { resource: "'unsafe-inline'", kind: 'attribute' }],
      },
    },
  },
  vite: {
    plugins: [
      tailwindcss(),
      shellPages(),
      oldSyntax(),
      islandsMountedByUs(),
      licences(),
      sonnerWithoutStyleElement(),
      zodWithoutEval(),
      zodWithoutJsonSchema(),
      contractForBrowsers(),
    ],
    // Its replacement of `:is` has another specificity, also in current browsers. browsers/polyfills.ts replaces it.
    css: {
      postcss: { plugins: [flattenLayers()] },
      lightningcss: { exclude: Features.IsSelector },
    },
    build: { cssTarget: OLDEST_BROWSERS },
    environments: {
      client: {
        build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } },
      },
    },
    server: { proxy: { '/api': api, '/media': api, '/sandbox': api } },
  },
});

/** Astro sets the target of the browser's scripts to the newest syntax. */
function oldSyntax() {
  return {
    name: 'old-syntax',
    enforce: 'post',
    configEnvironment: (name, { build }) => {
      if (name === 'client') build.target = OLDEST_BROWSERS;
    },
  };
}

/** Writes the licences of the packages in the browser's scripts. Astro drops this setting elsewhere. */
function licences() {
  return {
    name: 'licences',
    enforce: 'post',
    configEnvironment: (name, { build }) => {
      if (name === 'client') build.license = { fileName: LICENCE_FILES.scripts.slice(1) };
    },
  };
}

/** `client:intent` hydrates an island at the first focus or hover; `client:near` when it is almost visible. */
function clientDirectives() {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['intent', 'near'])
          addClientDirective({
            name,
            entrypoint: fileURLToPath(new URL(`./src/islands/client-${name}.ts`, import.meta.url)),
          });
      },
    },
  };
}

/** Bundles browsers/polyfills.ts as a plain script, which layouts/Guard.astro loads only in a browser that needs it. */
function polyfills() {
  return {
    name: 'polyfills',
    hooks: {
      'astro:build:done': ({ dir }) =>
        buildPlainScript(dir, {
          source: './src/browsers/polyfills.ts',
          fileName: 'old-browsers.js',
          license: { fileName: LICENCE_FILES.oldBrowsers.slice(1) },
        }),
    },
  };
}

/** Bundles the ticket button, which other sites load. */
function embedScript() {
  return {
    name: 'embed-script',
    hooks: {
      'astro:build:done': ({ dir }) =>
        buildPlainScript(dir, {
          source: './src/embed/book.ts',
          fileName: EMBED_SCRIPT.slice(1),
          plugins: [asciiOnly()],
          define: {
            'import.meta.env.PUBLIC_OTT_URL': JSON.stringify(process.env.PUBLIC_OTT_URL ?? ''),
            'import.meta.env.FILM_PATH': JSON.stringify(
              href('publicMovie', { movie_name: '-', movie_id: '' }),
            ),
          },
        }),
    },
  };
}

/** The encoding of another site's page may be wrong, and then that of a script in it. */
function asciiOnly() {
  const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'ascii-only',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        chunk.code = chunk.code?.replace(/[^\0-\x7F]/g, escape);
    },
  };
}

const buildPlainScript = (dir, { source, fileName, license, define, plugins }) =>
  build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    plugins,
    build: {
      target: OLDEST_BROWSERS,
      license,
      outDir: fileURLToPath(dir),
      emptyOutDir: false,
      lib: {
        entry: fileURLToPath(new URL(source, import.meta.url)),
        formats: ['iife'],
        name: 'matinee',
        fileName: () => fileName,
      },
    },
  });

/** A worker that only removes itself replaces every installed one. */
function serviceWorkerSwitch() {
  return {
    name: 'service-worker-switch',
    hooks: {
      'astro:build:done': ({ dir }) =>
        process.env.PUBLIC_SERVICE_WORKER === 'off' &&
        copyFile(
          new URL('./src/browsers/service-worker-off.js', import.meta.url),
          new URL('service-worker.js', dir),
        ),
    },
  };
}

/** Serves shells under all of their URLs in `astro dev`, as the site's server does. */
function shellPages() {
  const shells = Object.values(routes).filter((route) => route.build === 'shell');
  return {
    name: 'shell-pages',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        const [pathname, query] = request.url.split('?');
        const shell = shells.find((route) => pathPattern(route.path).test(pathname));
        if (shell) request.url = shellPath(shell.path) + (query ? `?${query}` : '');
        next();
      });
    },
  };
}

/** @astrojs/react's own has no handler of errors, and code for slots, which the islands of this site do not have. */
function islandsMountedByUs() {
  return {
    name: 'islands-mounted-by-us',
    enforce: 'pre',
    resolveId: (id) =>
      id === '@astrojs/react/client.js'
        ? fileURLToPath(new URL('./src/islands/mount-island.ts', import.meta.url))
        : null,
  };
}

/** Throws if a pattern is gone, for example after an update of the package. */
function replaceIn(code, id, replacements) {
  return replacements.reduce((text, [pattern, replacement]) => {
    const replaced = text.replace(pattern, replacement);
    if (replaced === text) throw new Error(`${id} has no ${pattern} to replace`);
    return replaced;
  }, code);
}

/** sonner adds a <style> element, which the content policy forbids. Its island imports the style sheet instead. */
function sonnerWithoutStyleElement() {
  return {
    name: 'sonner-without-style-element',
    enforce: 'pre',
    transform: (code, id) =>
      /node_modules\/sonner\/dist\/index\.m?js/.test(id)
        ? replaceIn(code, id, [[/^__insertCSS\(.*\);?$/m, '']])
        : null,
  };
}

/** zod tests whether `eval` is allowed. The content policy forbids it, and browsers report the test. */
function zodWithoutEval() {
  return {
    name: 'zod-without-eval',
    enforce: 'pre',
    transform: (code, id) =>
      /node_modules\/zod\/v4\/core\/schemas\.js/.test(id)
        ? replaceIn(code, id, [[/core\.globalConfig\.jitless/g, 'true']])
        : null,
  };
}

/** Pages create no JSON schemas, but zod's classes refer to the code for them, so a bundler keeps it: 4 kB on every page with React. */
function zodWithoutJsonSchema() {
  return {
    name: 'zod-without-json-schema',
    enforce: 'pre',
    transform: (code, id) =>
      /node_modules\/zod\/v4\/classic\/schemas\.js/.test(id)
        ? replaceIn(code, id, [
            [
              /^import \* as processors from (.*)$/m,
              'import { aggregateChecks } from $1 const processors = { aggregateChecks };',
            ],
            [
              /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*$/m,
              'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => undefined;',
            ],
          ])
        : null,
  };
}

/** What only OpenAPI and the compiler need of an endpoint. */
const NOT_IN_BROWSERS = ['summary', 'errors'];

/** Removes these properties of each `endpoint(…)` from the browser's scripts: 1 kB on every page that makes calls. */
function contractForBrowsers() {
  return {
    name: 'contract-for-browsers',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/src\/contract\/[\w-]+\.ts$/.test(id)) return null;
      const removed = [];
      visitCalls(this.parse(code), 'endpoint', ([, , description]) => {
        for (const property of description?.properties ?? [])
          if (NOT_IN_BROWSERS.includes(property.key?.name)) removed.push(property);
      });
      return removed.reduceRight(
        (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
        code,
      );
    },
  };
}

function visitCalls(node, name, visit) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'CallExpression' && node.callee.name === name) visit(node.arguments);
  for (const child of Object.values(node)) visitCalls(child, name, visit);
}
