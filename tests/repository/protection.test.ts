import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onEachSite } from '../support/site/app.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const page = read('docs/protection.md');

/** Returns the text below a heading, up to the next heading of the same or a higher rank. */
function textBelow(heading: string): string {
  const [rank = ''] = heading.split(' ');
  const [, after = ''] = page.split(`\n${heading}\n`);
  return after.split(new RegExp(`\\n#{2,${rank.length}} `))[0] ?? '';
}

/** Returns the rows of the table below a heading, without its head, each as a list of its cells. */
const rowsBelow = (heading: string) =>
  textBelow(heading)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .slice(2)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );

const codeIn = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** Returns a file's code as the page quotes it: without comments, and with each run of white space as one space. */
const quotable = (file: string) =>
  read(file)
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\s+/g, ' ');

test('each limit in docs/protection.md is quoted from the program, and plain numbers are right in words too', () => {
  const limits = [
    ...rowsBelow('### How often one network may ask').map(([what, , code]) => ({
      ...{ what, code },
      file: 'src/platform/server/http/request/request-limits.ts',
    })),
    ...rowsBelow('### How often somebody may try').map(([what, , , file, code]) => ({
      ...{ what, code, file: codeIn(file)[0] ?? '' },
    })),
    ...rowsBelow('### Everything else').map(([what, , file, code]) => ({ what, code, file: codeIn(file)[0] ?? '' })),
  ];
  expect(limits.length).toBeGreaterThan(50);
  const missing = limits.filter(({ file, code }) => {
    const [quoted = ''] = codeIn(code);
    return quoted === '' || !quotable(file).includes(quoted);
  });
  expect(missing).toEqual([]);
  // Compares plain numbers: 3000 in code is 3,000 in words
  const plain = rowsBelow('### Everything else').flatMap(([what, words, , code = '']) => {
    const [, number] = / = ([\d_]+)`/.exec(code) ?? [];
    return number ? [{ what, words: words?.replaceAll(',', ''), number: number.replaceAll('_', '') }] : [];
  });
  expect(plain.length).toBeGreaterThan(15);
  // In words, milliseconds may be written as seconds, and pixels as millions
  const format = (number: string) => [number, number.replace(/000$/, ''), number.replace(/000000$/, '')];
  const isSaid = (words = '', number: string) => format(number).some((one) => words.split(/\D+/).includes(one));
  expect(plain.filter(({ words, number }) => !isSaid(words, number))).toEqual([]);
});

test('every rate limit of the program is in docs/protection.md', () => {
  const named = (heading: string) =>
    rowsBelow(heading).map((cells) => (codeIn(cells.at(-2))[0] ?? '').replace(/:.*/, ''));
  const kindsIn = (limits = '') => Array.from(limits.matchAll(/(\w+): \{/g), ([, name = '']) => name);
  // A kind that is declared twice would be listed twice
  const declared = globSync('src/{features,platform}/**/server/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  }).flatMap((file) =>
    Array.from(quotable(file).matchAll(/declareRateLimits\(\{(.*?)\}\);/g), ([, limits]) => kindsIn(limits)).flat(),
  );
  expect(declared.length).toBeGreaterThan(10);
  expect(named('### How often somebody may try').sort()).toEqual(declared.sort());
  const [, ofRequests = ''] =
    /const requestRateLimits = \{(.*?)\};/.exec(quotable('src/platform/server/http/request/request-limits.ts')) ?? [];
  const kinds = kindsIn(ofRequests);
  expect(kinds.length).toBeGreaterThan(5);
  expect(named('### How often one network may ask').sort()).toEqual(kinds.sort());
});

onEachSite(
  'every call that takes files is in docs/protection.md, with its limits',
  async ({ app }) => {
    const rows = rowsBelow('## Accepted files');
    const calls = app.routes.filter(({ files }) => files).map(({ path }) => path);
    expect(rows.flatMap(([paths]) => codeIn(paths)).sort()).toEqual(calls.sort());
    const sizes = Array.from(
      ['publishing/files/file-kinds', 'publishing/media/limits', 'publishing/writing/limits']
        .concat([
          'archive/shows/spreadsheets/server/import/archive-kind',
          'members/membership-list/server/import/member-list-kind',
        ])
        .concat(['box-office/order-import/server/order-list-kind'])
        .flatMap((file) =>
          Array.from(
            quotable(`src/features/${file}.ts`).matchAll(
              /(?:bytes|picture|file|max\w*Bytes|MAX_\w*BYTES)(?:: | = )([\d_* ]{8,})/g,
            ),
          ),
        ),
      ([, sum = '']) => sum.split('*').reduce((product, one) => product * Number(one.trim().replaceAll('_', '')), 1),
    );
    const format = (bytes: number) => (bytes % 1_000_000 === 0 ? `${bytes / 1e6} MB` : `${bytes / 1024 ** 2} MiB`);
    expect(sizes).toHaveLength(7);
    const said = rows.map(([, , each]) => each).join(' ');
    for (const bytes of sizes) expect(said).toContain(format(bytes));
  },
  ['sqlite'],
);

test('docs/protection.md lists exactly the hash and encryption methods that the program uses', () => {
  const calls =
    /(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|subtle\.digest|digest)\(\s*'([\w-]+)'/g;
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const used = new Set(files.flatMap((file) => Array.from(read(file).matchAll(calls), ([, name = '']) => name)));
  // Encodings of bytes don't protect anything
  for (const form of ['hex', 'base64', 'base64url']) used.delete(form);
  expect(used.size).toBeGreaterThan(2);
  const listed = rowsBelow('### Methods').flatMap(([method]) => codeIn(method));
  expect([...used].filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !used.has(name))).toEqual([]);
});

test('every part of the data map has a protection level, and no level lists a missing part', () => {
  const [, stored = ''] = read('docs/data-map.md').split('\n## What is stored about people\n');
  const parts = Array.from((stored.split('\n## ')[0] ?? '').matchAll(/^### (.+)$/gm), ([, name = '']) => name);
  expect(parts.length).toBeGreaterThan(15);
  const levelled = rowsBelow('## Levels of data').flatMap(([, what]) => codeIn(what));
  expect([...new Set(levelled)].sort()).toEqual(parts.sort());
});
