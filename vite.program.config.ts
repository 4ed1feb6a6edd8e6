import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const source = join(import.meta.dirname, 'src');
const main = join(source, 'main.ts');

/**
 * Tells each module the place of its source: its data are there, and so are the programs that it runs in threads and
 * processes.
 */
const sourceLocations: Plugin = {
  name: 'source-locations',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(source)) return undefined;
    const path = relative(import.meta.dirname, id).replaceAll('\\', '/');
    const location = `new URL('../../${path}', import.meta.url)`;
    const replacements: Record<string, string> = {
      url: `${location}.href`,
      dirname: `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${location}))`,
    };
    return {
      code: code.replaceAll(/\bimport\.meta\.(url|dirname)\b/g, (_, key) => replacements[key] ?? ''),
      map: null,
    };
  },
};

/** The modules that the program loads when it starts. */
const loadedAtStart = new Set<string>();

/**
 * Adds a file to `dist/program/modules` for each module of the program, which only re-exports what the module exports
 * from the one file that holds them all. The tests import these (vitest.config.ts), and so run the code that ships.
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

/**
 * `vite build --config vite.program.config.ts`: the server as `npm start` opens it, a thousand modules in one file,
 * which starts in half the time of its sources. Its worker programs run from source.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [sourceLocations, moduleEntries],
  // Of the packages those that are made of hundreds of modules
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: 'dist/program',
    minify: false,
    // Shows where an error was thrown (error-log/describe-error.ts)
    sourcemap: true,
    rolldownOptions: {
      // As in vite.config.ts
      checks: { bundlerTimings: false },
      // A call whose only purpose is to throw has no result, and would be removed
      treeshake: false,
      output: {
        minify: false,
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'program', test: (id) => loadedAtStart.has(id) }] },
      },
    },
  },
});
