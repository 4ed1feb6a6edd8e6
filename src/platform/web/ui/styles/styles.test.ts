import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const read = (pattern: string) => globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');
// Style sheets in src/practice aren't read: they imitate another service, and don't use our tokens
const sheets = read('src/{platform,features}/**/*.css');
const sources = read('src/**/*.{ts,tsx}');

test('every design token is used', () => {
  const declared = withoutComments(readFileSync('src/platform/web/ui/styles/tokens.css', 'utf8')).matchAll(
    /(--[\w-]+):/g,
  );
  const all = [...sheets, ...sources].map(({ text }) => text).join('\n');
  const unread = [...declared].map(([, name]) => name).filter((name) => !all.includes(`var(${name})`));
  expect(unread).toEqual([]);
});

test('every CSS-module class is used, and every class that is used exists', () => {
  const wrong = sheets
    .filter(({ file }) => file.endsWith('.module.css'))
    .flatMap(({ file, text }) => {
      const local = withoutComments(text)
        .replace(/:global\([^)]*\)/g, '')
        .replace(/@import [^;]*;|url\([^)]*\)|\d\.\d/g, '');
      const classes = new Set([...local.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name));
      const worn = new Set<string>();
      for (const source of sources) {
        for (const [, name = '', path = ''] of source.text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
          const imported = path.startsWith('#platform/') ? path.replace('#', 'src/') : join(dirname(source.file), path);
          if (imported !== file) continue;
          for (const [, used = ''] of source.text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) worn.add(used);
          // The class is chosen by a value, so any of these classes may be in use
          if (source.text.includes(`${name}[`)) for (const one of classes) worn.add(one);
        }
      }
      const differing = [...classes]
        .filter((one) => !worn.has(one))
        .concat([...worn].filter((one) => !classes.has(one)));
      return differing.map((one) => `${file}: ${one}`);
    });
  expect(wrong).toEqual([]);
});

/**
 * The maximum space in pixels that must be a step (`--s-…`). Wider spaces may be individual sizes, unless they equal a
 * step. A space in `em` depends on the font size, and isn't checked.
 */
const maxStep = 24;

test('spacing uses the tokens instead of numbers', () => {
  const tokens = withoutComments(readFileSync('src/platform/web/ui/styles/tokens.css', 'utf8'));
  const steps = new Set([...tokens.matchAll(/--s-\w+: ([\d.]+)rem/g)].map(([, rem]) => Number(rem) * 16));
  const spaces = /(?<![\w-])(?:(?:row-|column-)?gap|(?:padding|margin)(?:-\w+)*|--stack): ([^;{}]+);/g;
  const wrong = sheets.flatMap(({ file, text }) =>
    [...withoutComments(text).matchAll(spaces)].flatMap(([whole, value = '']) => {
      // A `clamp()` between two steps depends on the width of the screen, and isn't checked
      const plain = value.replace(/clamp\([^;]*\)/g, '');
      const literals = [...plain.matchAll(/(?<![\w.])([\d.]+)(rem|px)/g)].map(([, number, unit]) =>
        unit === 'rem' ? Number(number) * 16 : Number(number),
      );
      // Values up to 1.5 px are the widths of lines, which are subtracted from the space next to them
      return literals.some((px) => px > 1.5 && (px <= maxStep || steps.has(px))) ? [`${file}: ${whole}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('every checkbox and search field uses the UI kit’s component', () => {
  const bare = read('src/{platform,features}/**/web/**/*.tsx')
    .filter(
      ({ file, text }) => !file.startsWith('src/platform/web/ui/') && /\btype=["{'\s]*(checkbox|search)\b/.test(text),
    )
    .map(({ file }) => file);
  expect(bare).toEqual([]);
});
