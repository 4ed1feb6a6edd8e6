import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import type { Call } from './src/platform/shared/calls/calls.ts';

/**
 * Returns a function that returns true for modules that match one of `patterns`, which are relative to `src`.
 *
 * @throws Error if a pattern matches no file: the file was probably moved, and would silently be put into another chunk
 */
function createMatcher(...patterns: readonly string[]) {
  const cwd = join(import.meta.dirname, 'src');
  const files = patterns.flatMap(expandBraces).flatMap((pattern) => {
    const found = globSync(pattern, { cwd });
    if (found.length === 0) throw new Error(`vite.config.ts: there is no src/${pattern}`);
    return found.map((file) => join(cwd, file));
  });
  const modules = new Set(files);
  return (id: string) => modules.has(id.replace(/\?.*/, ''));
}

/** Returns the patterns that a pattern with one list of alternatives stands for: `a/{b,c}.ts` for `a/b.ts` and `a/c.ts`. */
function expandBraces(pattern: string): string[] {
  const [, before, alternatives, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return alternatives?.split(',').map((one) => `${before}${one}${after}`) ?? [pattern];
}

/** Small modules that most public screens consist of; the first script doesn't need them. */
const isCommonPart = createMatcher(
  'platform/shared/{dates/dates,dates/durations,text/text,text/typography}.ts',
  'platform/web/ui/content/{badge,empty-state,meta-line}.*',
  'platform/web/ui/fields/field.*',
  'platform/web/gallery/retrying-image.*',
  'platform/web/retry/*',
  'platform/web/parts/{lazy-module,with-styles}.ts',
  'features/archive/shows/{byline,paths,run}.ts',
);

/** Modules of pages with text to read. */
const isReadingPart = createMatcher(
  'features/publishing/corrections/web/report-mistake-link.*',
  'platform/web/live/*',
  'platform/web/ui/{content/prose,fields/field-pair,navigation/page-links}.*',
);

/** Modules of lists that the browser searches and sorts while the visitor types. */
const isListPart = createMatcher(
  'platform/shared/{tables/paging,text/search-terms}.ts',
  'platform/web/ui/{content/correction-note,navigation/pagination}.*',
  'platform/web/table/sort-heading.*',
  'features/archive/shows/{list-state,decades}.ts',
);

/** Modules of the lists of shows, which the code that corrects searches imports too. */
const isShowsPart = createMatcher(
  'features/archive/shows/show-list.ts',
  'features/archive/shows/web/{list-summary,show-list-controls,show-table,use-show-list}.*',
  'features/website/show-pages/web/list-shows-page.*',
);

/**
 * Screens that call almost every function while they load. Their functions are therefore compiled while they are
 * fetched.
 */
const isCalledOnLoad = createMatcher('features/box-office/seating/web/seating-page.tsx');

/**
 * Returns a function that returns true for modules that a source file imports, directly or through its imports. Lazy
 * imports don't count.
 */
function createImportMatcher(file: string) {
  const root = join(import.meta.dirname, file);
  const found = new Set<string>();
  return (module: string, graph: Rolldown.ChunkingContext) => {
    const follow = (id: string) => {
      if (found.has(id)) return;
      found.add(id);
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported);
    };
    follow(root);
    return module !== root && found.has(module);
  };
}

/**
 * Groups of modules that are fetched as one file, which compresses better than many small ones. A module belongs to the
 * first group that matches it.
 */
function chunkGroups() {
  const isFirst = createImportMatcher('src/browser.tsx');
  const isSidebar = createImportMatcher('src/features/publishing/layout/web/sidebar.tsx');
  const isForm = createImportMatcher('src/features/administration/messages/web/contact-form.tsx');
  const group = (
    debugName: string,
    has: (id: string, graph: Rolldown.ChunkingContext) => boolean,
    priority: number,
  ) => ({
    name: (id: string, graph: Rolldown.ChunkingContext) => (has(id, graph) ? debugName : null),
    debugName,
    priority,
  });
  return [
    group('common', (id, graph) => isFirst(id, graph) || isCommonPart(id), 3),
    group('reading', (id) => isReadingPart(id), 2),
    group('list', (id) => isListPart(id), 2),
    group('form', isForm, 2),
    group('sidebar', isSidebar, 1),
    group('shows', (id) => isShowsPart(id), 1),
  ];
}

const src = join(import.meta.dirname, 'src');
const read = (file: string) => readFileSync(join(src, file), 'utf8');

/**
 * Returns a function that shortens a class name. Class names occur twice in every page: in its styles and in its
 * elements. Short ones save a few hundred bytes. Each name is the shortest unique beginning of its hash, so that most
 * names stay the same from release to release.
 */
function createClassNames() {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const file of globSync('**/*.module.css', { cwd: src }).sort()) {
    const classes = read(file).match(/(?<=\.|@keyframes )[a-z][\w-]*/gi) ?? [];
    for (const name of new Set(classes)) {
      const of = `${file.replaceAll('\\', '/')} ${name}`;
      const hash = createHash('sha256').update(of).digest('base64url');
      let length = 3;
      while (taken.has(hash.slice(0, length))) length += 1;
      taken.add(hash.slice(0, length));
      names.set(of, `_${hash.slice(0, length)}`);
    }
  }
  return (name: string, file: string) => {
    const of = `${relative(src, file).replace(/\?.*$/, '').replaceAll('\\', '/')} ${name}`;
    const short = names.get(of);
    if (short === undefined) throw new Error(`No short name for ${of}`);
    return short;
  };
}

/** Matches the name of a design token anywhere in a sheet, but not the end of a class name such as `card--wide`. */
const tokenNames = /(?<![\w-])--[\w-]+/g;

/**
 * Shortens the names of the design tokens to a, b, c and so on, because every page contains them. Names that a script
 * uses too stay as they are.
 */
function shortenTokens(): Plugin {
  const scripts = new Set(
    globSync('**/*.{ts,tsx}', { cwd: src }).flatMap((file) => read(file).match(tokenNames) ?? []),
  );
  const used = globSync('**/*.css', { cwd: src })
    .sort()
    .flatMap((file) => read(file).match(tokenNames) ?? []);
  const uses = Map.groupBy(used, (name) => name);
  const mostUsedFirst = [...uses].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
  const short = new Map(
    mostUsedFirst.filter((name) => !scripts.has(name)).map((name, index) => [name, `--${formatLetters(index)}`]),
  );
  return {
    name: 'short-tokens',
    // Runs after Vite has inlined a sheet's imports, and before the sheet becomes a file
    apply: 'build',
    transform: (code, id) =>
      /\.css(\?|$)/.test(id)
        ? { code: code.replace(tokenNames, (name) => short.get(name) ?? name), map: null }
        : undefined,
  };
}

/** Formats a number as letters: a to z, then ba, bb and so on. */
const formatLetters = (index: number): string =>
  (index < 26 ? '' : formatLetters(Math.floor(index / 26))) + String.fromCharCode(97 + (index % 26));

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/**
 * Reduces a contract, when a page imports it, to the method, path and `once` of each call that it declares. Schemas stay
 * on the server, together with the schema library: a screen that imports one doesn't build.
 */
const contractsAsCalls: Plugin = {
  name: 'calls-of-contracts',
  enforce: 'pre',
  async load(id) {
    if (!/\/src\/.*contract\.ts$/.test(id)) return undefined;
    const declared: Record<string, unknown> = await import(pathToFileURL(id).href);
    const calls = Object.entries(declared).filter((entry): entry is [string, Call] => isCall(entry[1]));
    return calls
      .map(([name, { method, path, once }]) => `export const ${name} = ${JSON.stringify({ method, path, once })};`)
      .join('\n');
  },
};

/** Makes an `import()` load its style sheets with `with-styles.ts`, which every page contains, not with Vite's code. */
const importWithStyles: Plugin = {
  name: 'import-with-styles',
  enforce: 'pre',
  resolveId: (id) =>
    id === '\0vite/preload-helper.js' ? join(import.meta.dirname, 'src/platform/web/parts/with-styles.ts') : undefined,
};

/** Plugin timings don't help somebody who sets up the site for the first time. */
const checks = { bundlerTimings: false };

/**
 * Two builds of one source: `vite build` makes the browsers' files, `vite build --ssr src/render.tsx --outDir
 * dist/server` the server's renderer. `vite.program.config.ts` builds the rest of the program.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  // Public files are imported by a module, so that their names contain a hash.
  publicDir: false,
  plugins: [contractsAsCalls, importWithStyles, shortenTokens(), react()],
  ...(command === 'build'
    ? {
        // Bundles the editor's parser as one module. Otherwise its namespace imports would need a helper of the
        // bundler, in a chunk that every page fetches
        resolve: { alias: isSsrBuild ? [] : [{ find: /^markdown-it$/, replacement: 'markdown-it/browser' }] },
        define: { 'process.env.NODE_ENV': '"production"' },
        // A single file starts in half the time and memory of the packages that it consists of. In development this is
        // off, because Node loads packages that Vite can't run directly.
        ssr: { noExternal: true },
      }
    : {}),
  css: command === 'build' ? { modules: { generateScopedName: createClassNames() } } : {},
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Assets are never inlined, because the content security policy forbids data: addresses
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          copyPublicDir: false,
          emitAssets: false,
          sourcemap: true,
          rolldownOptions: {
            checks,
            output: {
              // As in vite.program.config.ts
              minify: { mangle: { keepNames: { class: true, function: false } }, compress: false, codegen: true },
              sourcemapExcludeSources: true,
              charset: 'ascii',
              comments: { jsdoc: false, annotation: false },
              entryFileNames: 'render.js',
              codeSplitting: false,
            },
          },
        }
      : {
          outDir: 'dist/browser',
          manifest: true,
          // The first script names the files that each screen preloads. Only styles are named, because they must arrive
          // before the screen's script. The script's own imports may follow
          modulePreload: {
            polyfill: false,
            resolveDependencies: (_file, names) => names.filter((name) => name.endsWith('.css')),
          },
          rolldownOptions: {
            checks,
            input: [
              'src/browser.tsx',
              'src/head-script.ts',
              'src/seating-plan.ts',
              'src/platform/web/ui/styles/fonts.css',
            ],
            output: {
              codeSplitting: { groups: chunkGroups() },
              postBanner: ({ moduleIds }) =>
                moduleIds.some((id) => isCalledOnLoad(id)) ? '//# allFunctionsCalledOnLoad' : '',
              // Every page loads the first script, which names all chunks. Without the names of their sources, the
              // script is 0.8 kB smaller
              chunkFileNames: 'assets/[hash:7].js',
              assetFileNames: ({ names }) =>
                names[0]?.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]',
            },
          },
        }),
  },
}));
