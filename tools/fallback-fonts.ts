/**
 * Writes src/platform/web/ui/styles/fallback-fonts.css: fonts that replace the web fonts until those have loaded,
 * scaled so that a text takes the same space in both. Run it by hand when a web font changes, with a folder that
 * contains the systems' fonts (Debian's fonts-liberation, fonts-roboto-unhinted, fonts-noto-core and fonts-dejavu-core,
 * unpacked) and the address of a running demo society, whose texts are measured:
 *
 *   node tools/fallback-fonts.ts fonts http://localhost:8080
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { decompress } from 'wawoff2';

/** A font family that some systems have. Liberation and similar families have exactly the widths of Arial and Times. */
interface SystemFamily {
  name: string;
  file: string;
  /** The names of the family's regular face. */
  local: string[];
}

/** A style of a typeface, by the axes of its variable font. */
interface Style {
  axes: Record<string, number>;
  /** The CSS descriptors by which browsers choose this style. */
  descriptors: string;
}

interface Typeface {
  name: string;
  file: string;
  families: SystemFamily[];
  styles: Style[];
}

const typefaces: Typeface[] = [
  {
    name: 'Besley',
    file: 'besley-latin-wght-normal',
    families: [
      {
        name: 'Times',
        file: 'LiberationSerif-Regular',
        local: ['Times New Roman', 'Liberation Serif', 'Tinos'],
      },
      { name: 'Noto', file: 'NotoSerif-Regular', local: ['Noto Serif', 'Noto Serif Regular'] },
      { name: 'DejaVu', file: 'DejaVuSerif', local: ['DejaVu Serif'] },
    ],
    styles: [
      { axes: { wght: 400 }, descriptors: '' },
      { axes: { wght: 500 }, descriptors: 'font-weight: 500;' },
      // Browsers derive bold text from a face that is declared lighter than 600, so no bold face of a system has to be
      // measured
      { axes: { wght: 600 }, descriptors: 'font-weight: 599;' },
    ],
  },
  {
    name: 'Instrument Sans',
    file: 'instrument-sans-latin-wdth-normal',
    families: [
      { name: 'Arial', file: 'LiberationSans-Regular', local: ['Arial', 'Liberation Sans', 'Arimo'] },
      { name: 'Roboto', file: 'Roboto-Regular', local: ['Roboto', 'Roboto Regular'] },
      { name: 'Noto', file: 'NotoSans-Regular', local: ['Noto Sans', 'Noto Sans Regular'] },
      { name: 'DejaVu', file: 'DejaVuSans', local: ['DejaVu Sans'] },
    ],
    styles: [
      { axes: { wght: 400, wdth: 100 }, descriptors: '' },
      { axes: { wght: 600, wdth: 100 }, descriptors: 'font-weight: 599;' },
      { axes: { wght: 600, wdth: 80 }, descriptors: 'font-stretch: 80%; font-weight: 599;' },
    ],
  },
];

const [folder, site] = process.argv.slice(2);
if (!folder || !site) throw new Error('Name the folder with the fonts and the address of a running demo society.');

const text = await fetchWords(site);
const faces: string[] = [];
for (const typeface of typefaces) {
  const woff2 = await readFile(join(import.meta.dirname, '../src/platform/web/fonts', `${typeface.file}.woff2`));
  // fontkit reads WOFF2 but throws when it creates a variation of a WOFF2 font, so the TrueType font inside is used
  const webFont = openFont(Buffer.from(await decompress(woff2)), typeface.file);
  for (const family of typeface.families) {
    const system = await readSystemFont(folder, family.file);
    for (const style of typeface.styles)
      faces.push(formatFace(typeface, family, style, webFont.getVariation(style.axes), system));
  }
}
await writeFile(
  join(import.meta.dirname, '../src/platform/web/ui/styles/fallback-fonts.css'),
  `/* The fonts that are used until the web fonts have loaded. They are fonts of common systems, scaled to the same
   width, so that nothing moves when the web fonts arrive. Written by tools/fallback-fonts.ts. tokens.css names them
   in this order, and browsers use the first one that the system has. */
${faces.join('')}`,
);

function formatFace(
  typeface: Typeface,
  family: SystemFamily,
  { descriptors }: Style,
  webFont: Font,
  system: Font,
): string {
  const size = measureWidth(text, webFont) / measureWidth(text, system);
  const lines = [
    `font-family: "${typeface.name} ${family.name}";`,
    ...(descriptors ? descriptors.split(/(?<=;) /) : []),
    `src: ${family.local.map((name) => `local("${name}")`).join(', ')};`,
    `size-adjust: ${formatPercent(size)};`,
    // Percentages of the size after `size-adjust`
    `ascent-override: ${formatPercent(webFont.ascent / webFont.unitsPerEm / size)};`,
    `descent-override: ${formatPercent(-webFont.descent / webFont.unitsPerEm / size)};`,
    `line-gap-override: 0%;`,
  ];
  return `@font-face {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}

/**
 * Returns the total width of the words in ems. They are measured one by one, because browsers kern only within a word.
 */
function measureWidth(words: string[], font: Font): number {
  let width = 0;
  for (const word of words) width += font.layout(`${word} `).advanceWidth;
  return width / font.unitsPerEm;
}

/** Returns the words of four of the demo society's public pages. */
async function fetchWords(address: string): Promise<string[]> {
  const words: string[] = [];
  for (const path of ['/', '/about-us', '/blog', '/past-shows']) {
    const html = await (await fetch(new URL(path, address))).text();
    const body = html.slice(html.indexOf('<div id="root">'), html.indexOf('<script type="application/json"'));
    words.push(...body.replace(/<[^>]*>|&[^;]+;/g, ' ').split(/\s+/));
  }
  return words.filter((word) => word !== '');
}

async function readSystemFont(where: string, file: string): Promise<Font> {
  for await (const path of glob('**/*.ttf', { cwd: where }))
    if (basename(path) === `${file}.ttf`) return openFont(await readFile(join(where, path)), file);
  throw new Error(`${file}.ttf is not in ${where}.`);
}

function openFont(bytes: Buffer, file: string): Font {
  const font = create(bytes);
  if (!('getVariation' in font)) throw new Error(`${file} is a collection, not a font`);
  return font;
}
