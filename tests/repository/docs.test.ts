import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { demoPassword, demoSignInAddresses } from '#demo/society/accounts.ts';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', 'src/**/README.md'], { cwd: root });

test.each(pages)('every link in %s leads to an existing target', (page) => {
  const links = Array.from(
    readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g),
    ([, to = '']) => to,
  );
  const inside = links.filter((to) => !/^(https?:|mailto:|\/)/.test(to));
  expect(inside.filter((to) => !existsSync(join(root, dirname(page), decodeURIComponent(to))))).toEqual([]);
});

test('every source file named in the documents, except in the changelog, exists', () => {
  const files = globSync('**/*', {
    cwd: root,
    exclude: ['node_modules/**', 'dist/**', 'bin/node/node_modules/**'],
  }).map((file) => `/${file.replaceAll('\\', '/')}`);
  const isThere = (name: string) => files.some((file) => file.endsWith(`/${name}`));
  const named = pages
    // The changelog's entries about older versions may name files that no longer exist
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      Array.from(readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
        .flatMap((code) => code.match(/(?<![\w./-])[\w-][\w./-]*\.(?:tsx?|mjs|css)\b/g) ?? [])
        .map((name) => ({ page, name })),
    );
  expect(named.length).toBeGreaterThan(100);
  // The example in CONTRIBUTING adds a page that doesn't exist
  expect(named.filter(({ name }) => !/props-page\.tsx$/.test(name) && !isThere(name))).toEqual([]);
});

test('every code identifier that the documents mention, except the changelog and decision records, exists', () => {
  const source = globSync('{src,tests,bin,bench,tools}/**/*.{ts,tsx,mjs}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const names = new Set(source.match(/[A-Za-z]\w*/g));
  const named = pages
    // Decision records, and the changelog's entries about older versions, need only have been true when they were
    // written
    .filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/decisions/'))
    .flatMap((page) =>
      Array.from(readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
        .flatMap((code) => code.match(/\b[a-z]+[A-Z]\w*|\b(?:[A-Z][a-z]+){2,}\b/g) ?? [])
        .map((name) => ({ page, name })),
    );
  expect(named.length).toBeGreaterThan(100);
  // The example in CONTRIBUTING adds a call that doesn't exist, and `ignoreRevsFile` is a setting of git
  const others = ['lendProp', 'LendProp', 'ignoreRevsFile'];
  expect(named.filter(({ name }) => !others.includes(name) && !names.has(name))).toEqual([]);
});

test('compose.yml passes on each documented setting, unless the image sets it or it doesn’t apply in a container', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [, table = ''] = /## Settings([\s\S]*?)\n## /.exec(read('docs/operating.md')) ?? [];
  const settings = table
    .split('\n')
    .flatMap((line) => Array.from((line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g), ([, name = '']) => name));
  expect(settings.length).toBeGreaterThan(15);
  // Settings that the image sets, or that don't apply in a container
  const settled = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV', 'DEMO', 'ALLOW_HTTP'];
  const compose = read('compose.yml');
  expect(settings.filter((name) => !settled.includes(name) && !compose.includes(`      ${name}: `))).toEqual([]);
});

test('the command that the site prints in a container names a service in its compose file', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [, inImage = ''] = /^ENV CALLED_AS="(.*)"$/m.exec(read('Dockerfile')) ?? [];
  for (const file of ['compose.yml', 'compose.scale.yml']) {
    const [, commandName = inImage] = /^ +CALLED_AS: (.*)$/m.exec(read(file)) ?? [];
    const [, named = 'compose.yml', service] =
      /^sudo docker compose (?:-f (\S+) )?run --rm (\S+) node bin\/open\.mjs src\/\{\}\.ts$/.exec(commandName) ?? [];
    expect([named, service], file).toEqual([file, expect.any(String)]);
    expect(read(file)).toContain(`\n  ${service}:\n`);
  }
});

test('every file named in docs/security.md exists', () => {
  const named = Array.from(
    readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/`((?:src|tests|bin)\/[^`]+)`/g),
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every decision is in the list of decisions, and unused numbers are named there', () => {
  const folder = join(root, 'docs/decisions');
  const [before = '', ...lines] = readFileSync(join(folder, 'README.md'), 'utf8')
    .trimEnd()
    .split(/\n(?=- )/);
  const records = globSync('[0-9]*.md', { cwd: folder }).sort();
  const titles = records.map((file) => /^# (\d+)\. (.+)\n/.exec(readFileSync(join(folder, file), 'utf8')) ?? []);
  expect(lines).toEqual(titles.map(([, number, title], at) => `- ${number}: [${title}](${records[at]})`));
  const used = records.map((file) => Number(file.slice(0, 4)));
  expect(titles.map(([, number]) => Number(number))).toEqual(used);
  const missing = Array.from({ length: Math.max(...used) }, (_, at) => at + 1).filter(
    (number) => !used.includes(number),
  );
  expect(before).toContain(` ${missing.join(', ').replace(/, (\d+)$/, ' and $1')} were never used.`);
});

test('every feature and every folder of tests is in the code map of docs/architecture.md', () => {
  const [, map = ''] = /```text\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/architecture.md'), 'utf8')) ?? [];
  const folders = globSync(['src/features/*/', 'src/features/*/*/', 'tests/*/'], { cwd: root }).map((path) =>
    basename(path),
  );
  expect(folders.length).toBeGreaterThan(50);
  const named = new Set(Array.from(map.matchAll(/(?<=[\s;/])([\w-]+)\//g), ([, name]) => name));
  expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
});

test('the first lines of the README contain the demo’s sign-in details', () => {
  const [first = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('\n![');
  for (const address of demoSignInAddresses) expect(first).toContain(`\`${address}\``);
  expect(first).toContain(`\`${demoPassword}\``);
});
