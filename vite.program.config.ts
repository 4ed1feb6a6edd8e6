import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Each module is told where its source is: beside that are its data, and the programs that it has run aside. */
const whereSourcesAre: Plugin = {
  name: 'where-sources-are',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(import.meta.dirname, 'src'))) return undefined;
    const path = relative(import.meta.dirname, id).replaceAll('\\', '/');
    const source = `new URL('../../${path}', import.meta.url)`;
    const told: Record<string, string> = {
      url: `${source}.href`,
      dirname: `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${source}))`,
    };
    return { code: code.replaceAll(/\bimport\.meta\.(url|dirname)\b/g, (_, what) => told[what] ?? ''), map: null };
  },
};

/**
 * `vite build --config vite.program.config.ts`: the server as `npm start` opens it, a thousand modules in one file, which
 * starts in half the time of its sources. What it runs aside is run from source.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [whereSourcesAre],
  // Of the packages those that are made of hundreds of modules
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: 'dist/program',
    minify: false,
    // Says where a fault was thrown (error-log/describe-error.ts)
    sourcemap: true,
    rolldownOptions: {
      // As in vite.config.ts
      checks: { bundlerTimings: false },
      output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' },
    },
  },
});
