import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const source = join(import.meta.dirname, 'src');
const main = join(source, 'main.ts');

/** The commands, each of which is a separate program. */
const commands = ['admin', 'backup', 'doctor', 'export', 'import', 'messages', 'offsite', 'restore'].map((name) =>
  join(source, `${name}.ts`),
);

/** Matches the URL of a program that a module runs in a thread or a process. */
const programAddress = /new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g;

/** Lists the programs that modules run in threads and processes. */
const workers = globSync('**/*.ts', { cwd: source })
  .filter((file) => !/\.(test|child|cases)\.ts$/.test(file))
  .flatMap((file) =>
    Array.from(readFileSync(join(source, file), 'utf8').matchAll(programAddress), ([, path = '']) =>
      join(source, dirname(file), path),
    ),
  );

/** Returns the name of a command or worker in `dist/entries`, which has no subfolders. */
const entryName = (file: string) => relative(source, file).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-');

/**
 * Replaces the URLs in each module: its own URL by that of its source file, next to which its data is, and the URLs of
 * programs by those in `dist/entries`.
 */
const sourceLocations: Plugin = {
  name: 'source-locations',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(source)) return undefined;
    const built = code.replaceAll(
      programAddress,
      (_, path) => `new URL('../entries/${entryName(join(dirname(id), path))}.js', import.meta.url)`,
    );
    const path = relative(import.meta.dirname, id).replaceAll('\\', '/');
    const location = `new URL('../../${path}', import.meta.url)`;
    const replacements: Record<string, string> = {
      url: `${location}.href`,
      dirname: `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${location}))`,
    };
    return {
      code: built.replaceAll(
        /(?<!entries\/[\w-]+\.js', )\bimport\.meta\.(url|dirname)\b/g,
        (_, key) => replacements[key] ?? '',
      ),
      map: null,
    };
  },
};

/** The modules that the program loads when it starts. */
const loadedAtStart = new Set<string>();

/**
 * Adds a file to `dist/program/modules` for each module of the program. The file only re-exports the module's exports
 * from the single program file. Tests import these files (vitest.config.ts), and therefore run the shipped code.
 */
const moduleEntries: Plugin = {
  name: 'module-entries',
  moduleParsed({ id, importedIds }) {
    const add = (imported: string) => {
      if (!imported.startsWith(source) || loadedAtStart.has(imported)) return;
      loadedAtStart.add(imported);
      const name = join('modules', relative(source, imported).replace(/\.ts$/, ''));
      this.emitFile({ type: 'chunk', id: imported, name, preserveSignature: 'strict' });
      this.getModuleInfo(imported)?.importedIds.forEach(add);
    };
    if (id === main || loadedAtStart.has(id)) importedIds.forEach(add);
  },
};

/** Fails if a file is not in ASCII: V8 would store the whole file with two bytes for each character. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      const [text] = (file.type === 'chunk' && /[\u0080-\uffff].{0,40}/.exec(file.code)) || [];
      if (text) this.error(`${file.fileName} contains “${text}”: write it as an escape in String.raw.`);
    }
  },
};

/** Leaves out zod's messages in fifty languages: all are loaded at start, and ours are written in English. */
const englishOnly: Plugin = {
  name: 'english-only',
  load: (id) => (/\/zod\/v4\/locales\/index\.js$/.test(id) ? "export { default as en } from './en.js';" : undefined),
};

/** One file for the server, which starts in half the time of its thousand sources. */
const server = {
  input: main,
  plugins: [englishOnly, sourceLocations, moduleEntries, asciiOnly],
  chunkFileNames: '[name].js',
  codeSplitting: { groups: [{ name: 'program', test: (id: string) => loadedAtStart.has(id) }] },
};

/** A file for each command, thread and process. None loads code that it doesn't use. */
const entries = {
  input: Object.fromEntries([...commands, ...workers].map((file) => [entryName(file), file])),
  plugins: [englishOnly, sourceLocations, asciiOnly],
  chunkFileNames: 'chunk-[hash].js',
};

/**
 * `vite build --config vite.program.config.ts`: the server as `npm start` opens it, in `dist/program`. With `--mode
 * entries`: the commands of a release, and all that the server runs in threads and processes, in `dist/entries`.
 */
export default defineConfig(({ mode }) => {
  const { input, plugins, ...output } = mode === 'entries' ? entries : server;
  return {
    appType: 'custom',
    publicDir: false,
    plugins,
    // Includes only the packages that consist of hundreds of modules
    ssr: { noExternal: ['kysely', 'zod'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: mode === 'entries' ? 'dist/entries' : 'dist/program',
      minify: false,
      // Shows where an error was thrown (program/map-stack.ts), which needs no texts of the sources
      sourcemap: true,
      rolldownOptions: {
        input,
        // The same setting as in vite.config.ts
        checks: { bundlerTimings: false },
        // A call whose only purpose is to throw has no result, so tree-shaking would remove it
        treeshake: false,
        output: {
          // Shorter text, which V8 keeps while the program runs. Nothing is rewritten, so nothing can be lost
          minify: { mangle: { keepNames: { class: true, function: false } }, compress: false, codegen: true },
          sourcemapExcludeSources: true,
          charset: 'ascii',
          comments: { jsdoc: false, annotation: false },
          entryFileNames: '[name].js',
          ...output,
        },
      },
    },
  };
});
