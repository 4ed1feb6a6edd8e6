import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What a page needs from the browser build: addresses under `/assets/`. */
export interface PageAssets {
  /** The classic script that runs before the first paint, and fetches `modules` after it. */
  opening: string;
  modules: string[];
  styles: string[];
  fonts: string[];
}

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

const entry = 'src/browser.tsx';
const opening = 'src/opening.ts';

/** The faces that the first view of every page is set in; the rest load when something needs them. */
const firstFonts = [/besley-latin-wght-normal/, /instrument-sans-latin-wdth-normal/];

/** Everything that `chunk` stands on, each once and before what stands on it, as its styles must be; itself last. */
function withImports(manifest: Manifest, chunk: string, found = new Set<string>()): Set<string> {
  if (found.has(chunk) || !manifest[chunk]) return found;
  for (const imported of manifest[chunk].imports) withImports(manifest, imported, found);
  return found.add(chunk);
}

/**
 * Reads Vite's manifest and answers, for a screen's source path, what its page has to load.
 * @throws when the site has not been built
 */
export async function readAssets(browserDir: string): Promise<(screen: string) => PageAssets> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(browserDir, '.vite/manifest.json'), 'utf8')));
  const main = manifest[entry];
  const openingScript = manifest[opening];
  if (!main || !openingScript) throw new Error('The build is not whole: run `npm start` again, which builds it.');
  const address = (file: string) => `/${file}`;
  const fonts = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...chunk.assets])
    .filter((file) => firstFonts.some((font) => font.test(file)));

  const assetsOf = (screen: string): PageAssets => {
    const chunks = [...withImports(manifest, screen, withImports(manifest, entry))];
    const needed = chunks.flatMap((name) => manifest[name] ?? []);
    return {
      opening: address(openingScript.file),
      modules: [main, ...needed.filter((chunk) => chunk !== main)].map((chunk) => address(chunk.file)),
      styles: [...new Set(needed.flatMap((chunk) => chunk.css))].map(address),
      fonts: [...new Set(fonts)].map(address),
    };
  };
  const known = new Map<string, PageAssets>();
  return (screen) => {
    const found = known.get(screen) ?? assetsOf(screen);
    known.set(screen, found);
    return found;
  };
}
