import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ContentSources } from './security-headers.ts';

/** The parts of the browser build that a page needs: URLs under `/assets/`. */
export interface PageAssets {
  /**
   * The classic script, as its text or its URL. It runs before the first paint, and fetches `modules` after the paint.
   */
  headScript: { text: string } | { src: string };
  modules: string[];
  styles: string[];
  /** The content of `styles`, concatenated. */
  css: string;
  /** The typefaces as a style sheet, which is written into the page for browsers without scripts. */
  fontCss: string;
  /** The typefaces for `headScript`: a JSON array of the arguments of `FontFace`. */
  faces: string;
  /**
   * The sources that the page's policy must allow so that `headScript`, `css` and `fontCss` may be written into the
   * page.
   */
  cspSources: ContentSources;
}

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

const entry = 'src/browser.tsx';
const opening = 'src/head-script.ts';
const fonts = 'src/platform/web/ui/styles/fonts.css';

/** Collects a chunk and its imports, dependencies first, so that styles keep their order. */
function collectImports(manifest: Manifest, chunk: string, found = new Set<string>()): Set<string> {
  if (found.has(chunk) || !manifest[chunk]) return found;
  for (const imported of manifest[chunk].imports) collectImports(manifest, imported, found);
  return found.add(chunk);
}

/** Returns the hash of a text in a page, as written in a content security policy. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Reads the typefaces in a minified style sheet, as arguments of the browser's `FontFace`. */
const readFaces = (css: string) =>
  [...css.matchAll(/@font-face\{([^}]*)\}/g)].map(([, rule]) => {
    const read = (name: string) => new RegExp(`(?<=^|;)${name}:([^;]*)`).exec(rule ?? '')?.[1];
    const source = /url\([^)]*\)/.exec(read('src') ?? '')?.[0];
    const [weight, stretch, style] = [read('font-weight'), read('font-stretch'), read('font-style')];
    return [read('font-family')?.replaceAll('"', ''), source, { weight, stretch, style }];
  });

/**
 * Reads Vite's manifest. Returns functions that find a page's assets by the source files of its screen and layout, and
 * a script's URL by its source file.
 * @throws if the site has not been built
 */
export async function loadAssetLookup(browserDir: string): Promise<{
  getPageAssets: (sources: readonly string[]) => PageAssets;
  getScriptUrl: (source: string) => string;
}> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(browserDir, '.vite/manifest.json'), 'utf8')));
  const main = manifest[entry];
  const openingScript = manifest[opening];
  const fontSheet = manifest[fonts];
  if (!main || !openingScript || !fontSheet)
    throw new Error('The build is incomplete: run `npm start` again to rebuild it.');
  const address = (file: string) => `/${file}`;

  const openingText = await readFile(join(browserDir, openingScript.file), 'utf8');
  // `</script` would end the script element early, and `<!--` could make the parser miss its end tag
  if (/<\/script|<!--/i.test(openingText)) throw new Error(`${opening} can’t be written into a page.`);
  const fontCss = await readFile(join(browserDir, fontSheet.file), 'utf8');
  const faces = JSON.stringify(readFaces(fontCss));
  const sheets = new Set(Object.values(manifest).flatMap((chunk) => chunk.css));
  const cssOf = new Map(
    await Promise.all(
      [...sheets].map(async (sheet) => [sheet, await readFile(join(browserDir, sheet), 'utf8')] as const),
    ),
  );

  const getPageAssets = (sources: readonly string[]): PageAssets => {
    const found = collectImports(manifest, entry);
    for (const source of sources) collectImports(manifest, source, found);
    const chunks = [...found];
    const needed = chunks.flatMap((name) => manifest[name] ?? []);
    const styles = [...new Set(needed.flatMap((chunk) => chunk.css))];
    const css = styles.map((style) => cssOf.get(style)).join('');
    return {
      headScript: { text: openingText },
      modules: [main, ...needed.filter((chunk) => chunk !== main)].map((chunk) => address(chunk.file)),
      styles: styles.map(address),
      css,
      fontCss,
      faces,
      cspSources: { 'script-src': [hashOf(openingText)], 'style-src': [hashOf(css), hashOf(fontCss)] },
    };
  };
  const known = new Map<string, PageAssets>();
  return {
    getPageAssets: (sources) => {
      const key = sources.join(' ');
      const found = known.get(key) ?? getPageAssets(sources);
      known.set(key, found);
      return found;
    },
    getScriptUrl: (source) => {
      const script = manifest[source];
      if (!script) throw new Error(`No script is built from ${source}.`);
      return address(script.file);
    },
  };
}
