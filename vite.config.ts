import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// What few pages have comes with those: galleries and their full-screen view, forms, descriptions made of a text
const sharedByScreens =
  /\/src\/(house|platform\/(shared\/(?!excerpt)|web\/(?!ui\/(fonts\.css|Field)|calls\/(?!proof)|alerts\/(Said\.tsx|said\.ts|settle)|gallery\/(AudioPlayer|Films|Gallery|Viewer|playing-time|useViewer)))|features\/(layout|society)\/web\/(?!index))|\/node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/;

/** What the public sees; what only members’ screens are made of comes with those. */
const publicScreens = [
  ...['site/web/AboutPage', 'site/web/ErrorPage', 'site/web/NoticePage', 'site/web/RedirectPage'],
  ...['site/web/TicketsPage', 'blog/web/BlogPage', 'contact/web/ContactPage', 'files/web/FilePage'],
  'corrections/web/CorrectionPage',
  ...['posts/web/PostPage', 'search/web/SearchPage', 'show-pages/web/ListShowsPage', 'show-pages/web/PastShowPage'],
];

/** The source files that these stand on, themselves included. */
function standsUnder(screens: readonly string[]): Set<string> {
  const files = new Set<string>();
  const follow = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    if (!/\.tsx?$/.test(file)) return;
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm,
    )) {
      if (from.startsWith('.')) follow(join(dirname(file), from));
      if (/^#(features|platform)\//.test(from)) follow(join(import.meta.dirname, 'src', from.slice(1)));
    }
  };
  for (const screen of screens) follow(join(import.meta.dirname, screen));
  return files;
}

/** Whether a module comes in the one piece that every screen stands on. */
function inHouse(): (id: string) => boolean {
  const files = standsUnder(['src/browser.tsx', ...publicScreens.map((screen) => `src/features/${screen}.tsx`)]);
  return (id) =>
    sharedByScreens.test(id) &&
    (!id.includes('/src/') || id.includes('node_modules') || files.has(id.replace(/\?.*$/, '')));
}

/** Class names stand twice in every page, in its styles and in its parts: short ones spare it some 400 bytes. */
const shortName = (name: string, file: string) => {
  const path = relative(import.meta.dirname, file).replace(/\?.*$/, '');
  return `_${createHash('sha256').update(`${path} ${name}`).digest('base64url').slice(0, 5)}`;
};

/**
 * The tokens stand in every page, before its first paint: those that nothing reads with `var()` yet would cost it some
 * 250 bytes. Of `var(--seat-${number})` the beginning stands for them all.
 */
function tokensRead(): (token: string) => boolean {
  const files = globSync('src/**/*.{css,ts,tsx}', { cwd: import.meta.dirname });
  const source = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const names = [...new Set([...source.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name))];
  return (token) => names.some((name) => (name.endsWith('-') ? token.startsWith(name) : token === name));
}

/** Structural: PostCSS is Vite's own, and its types are not at hand here. */
interface Declared {
  prop: string;
  remove(): unknown;
}
const withoutUnread = (isRead: (token: string) => boolean) => ({
  postcssPlugin: 'without-unread-tokens',
  OnceExit(sheet: { walkDecls(named: RegExp, see: (declared: Declared) => void): unknown }) {
    sheet.walkDecls(/^--/, (declared) => {
      if (!isRead(declared.prop)) declared.remove();
    });
  },
});

/**
 * Two builds of one source: `vite build` makes what browsers load, `vite build --ssr src/render.tsx --outDir dist/server`
 * what the server renders with. Node runs the rest from source.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  // Everything public is imported by a module, so that its name carries a hash.
  publicDir: false,
  plugins: [react()],
  ...(command === 'build'
    ? {
        define: { 'process.env.NODE_ENV': '"production"' },
        // One self-contained file starts in half the time and memory of the packages it is made of. Not in development,
        // where Node loads packages that Vite can't run as they are.
        ssr: { noExternal: true },
      }
    : {}),
  css:
    command === 'build'
      ? { modules: { generateScopedName: shortName }, postcss: { plugins: [withoutUnread(tokensRead())] } }
      : {},
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // No data: addresses, which the content security policy forbids
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          copyPublicDir: false,
          emitAssets: false,
          rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
        }
      : {
          outDir: 'dist/browser',
          manifest: true,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: ['src/browser.tsx', 'src/boot.ts', 'src/platform/web/ui/fonts.css'],
            // What every screen stands on comes in one piece; each screen brings only its own
            output: {
              codeSplitting: { groups: [{ name: 'house', test: inHouse() }] },
              // The first script names them all, and every page brings it: without their sources' names it is 0.4 kB lighter
              chunkFileNames: 'assets/[hash].js',
            },
          },
        }),
  },
}));
