import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root });

test.each(pages)('whoever follows a link in %s arrives somewhere', (page) => {
  const links = Array.from(
    readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g),
    ([, to = '']) => to,
  );
  const inside = links.filter((to) => !/^(https?:|mailto:|\/)/.test(to));
  expect(inside.filter((to) => !existsSync(join(root, dirname(page), decodeURIComponent(to))))).toEqual([]);
});

test('whoever looks for a file that the documents name finds it', () => {
  const files = globSync('**/*', {
    cwd: root,
    exclude: ['node_modules/**', 'dist/**', 'bin/node/node_modules/**'],
  }).map((file) => `/${file.replaceAll('\\', '/')}`);
  const isThere = (name: string) => files.some((file) => file.endsWith(`/${name}`));
  const named = pages
    // What was true of an earlier version
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      Array.from(readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
        .flatMap((code) => code.match(/(?<![\w./-])[\w-][\w./-]*\.(?:tsx?|mjs|css)\b/g) ?? [])
        .map((name) => ({ page, name })),
    );
  expect(named.length).toBeGreaterThan(100);
  // The page that CONTRIBUTING adds is made up, and journeys' names have spaces
  expect(named.filter(({ name }) => !/PropsPage\.tsx$|\.spec\.ts$/.test(name) && !isThere(name))).toEqual([]);
});

test('each setting of the program reaches it in the container too', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [, table = ''] = /## Settings([\s\S]*?)\n## /.exec(read('docs/operating.md')) ?? [];
  const settings = table
    .split('\n')
    .flatMap((line) => Array.from((line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g), ([, name = '']) => name));
  expect(settings.length).toBeGreaterThan(15);
  // The image says where it listens and what for; without https it doesn't run
  const settled = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV', 'DEMO', 'ALLOW_HTTP'];
  const compose = read('compose.yml');
  expect(settings.filter((name) => !settled.includes(name) && !compose.includes(`      ${name}: `))).toEqual([]);
});

test('each test that docs/security.md names is there', () => {
  const named = Array.from(
    readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/`((?:src|tests|bin)\/[^`]+)`/g),
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
