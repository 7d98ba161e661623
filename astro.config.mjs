import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { contentPolicy } from './src/domain/content-policy.ts';
import { keepRenderer } from './src/rebuild/bundle/keep-renderer.ts';
import { pathPattern, routes, shellPath } from './src/routes.ts';

const api = `http://127.0.0.1:${process.env.API_PORT || 4322}`;

const policy = contentPolicy(process.env);

// Only to be measured against (scripts/bench-rebuild.ts): Astro's own way of building again what changed.
const incremental = process.env.INCREMENTAL_CACHE
  ? { cacheDir: process.env.INCREMENTAL_CACHE, experimental: { incrementalBuild: true } }
  : {};

export default defineConfig({
  ...incremental,
  site: process.env.PUBLIC_ORIGIN || 'http://localhost:4321',
  outDir: process.env.SITE_OUT_DIR || 'dist',
  output: 'static',
  trailingSlash: 'ignore',
  // A first paint on slow 4G is one round trip sooner when the styles come with the words.
  build: { format: 'directory', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), clientDirectives(), keepRenderer(process.env.KEEP_RENDERER_IN)],
  security: {
    csp: {
      algorithm: 'SHA-256',
      directives: policy.directives,
      scriptDirective: { resources: policy.scripts },
      styleDirective: { resources: [...policy.styles, { resource: "'unsafe-inline'", kind: 'attribute' }] },
    },
  },
  vite: {
    plugins: [tailwindcss(), shellPages(), sonnerWithoutStyleElement(), zodWithoutEval()],
    server: { proxy: { '/api': api, '/media': api, '/sandbox': api } },
  },
});

/** `client:intent`: an island wakes when it is first focused or pointed at. `client:near`: when it is almost in sight. */
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

/** In `astro dev`, the addresses of shells answer with their one page, as the site's own server does. */
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

/** sonner writes its styles into a <style> element when it loads, which the content policy forbids; its island imports the style sheet instead. */
function sonnerWithoutStyleElement() {
  return {
    name: 'sonner-without-style-element',
    enforce: 'pre',
    transform: (code, id) =>
      /node_modules\/sonner\/dist\/index\.m?js/.test(id) ? code.replace(/^__insertCSS\(.*\);?$/m, '') : null,
  };
}

/** zod tries whether it may make functions of text, which the content policy forbids and browsers then report. */
function zodWithoutEval() {
  return {
    name: 'zod-without-eval',
    enforce: 'pre',
    transform: (code, id) =>
      /node_modules\/zod\/v4\/core\/schemas\.js/.test(id) ? code.replaceAll('core.globalConfig.jitless', 'true') : null,
  };
}
