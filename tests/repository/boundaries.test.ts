import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';

const built: string[] = [];
afterEach(() => {
  for (const root of built.splice(0)) rmSync(root, { recursive: true });
});

/** Creates a small repository in which to plant faults. */
function repositoryWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'callboard-boundaries-'));
  built.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const room = {
  'package.json': JSON.stringify({ imports: { '#features/*': './src/features/*', '#platform/*': './src/platform/*' } }),
  'src/features.ts':
    "import { posts } from '#features/publishing/posts/feature.ts';\nimport { shows } from '#features/archive/shows/feature.ts';\nexport const features = [shows, posts];",
  'src/features/archive/shows/feature.ts':
    "import { shows as all } from './server/store.ts';\nexport const shows = { all };",
  'src/features/archive/shows/contract.ts': 'export interface Show { title: string }',
  'src/features/archive/shows/server/index.ts': "export { shows } from './store.ts';",
  'src/features/archive/shows/server/store.ts':
    "import { titles } from './archive/titles.ts';\nexport const shows = () => titles;",
  'src/features/archive/shows/server/archive/titles.ts': 'export const titles = [];',
  'src/features/archive/shows/web/Page.tsx':
    "import type { Show } from '../contract.ts';\nexport default ({ show }: { show: Show }) => <h1>{show.title}</h1>;",
  'src/features/publishing/posts/contract.ts': 'export interface Post { title: string }',
  'src/features/publishing/posts/feature.ts':
    "import { latest } from './server/pages.ts';\nexport const posts = { latest };",
  'src/features/publishing/posts/server/index.ts': "export { latest } from './pages.ts';",
  'src/features/publishing/posts/server/pages.ts':
    "import { shows } from '#features/archive/shows/server/index.ts';\nexport const latest = () => shows();",
};

test('the boundary check reads every file and accepts a repository without violations', async () => {
  expect(await checkBoundaries(repositoryWith(room))).toEqual({ modules: 11, faults: [] });
});

test('the boundary check reports a repository in which it reads no files', async () => {
  const { modules, faults } = await checkBoundaries(repositoryWith({ 'src/.keep': '' }));
  expect(modules).toBe(0);
  expect(faults).toHaveLength(1);
});

const planted: [fault: string, path: string, text: string, floor: string][] = [
  [
    'a migration imports code of the program',
    'src/migrations/0001-titles.ts',
    "import type { Show } from '#features/archive/shows/contract.ts';\nexport const migration: Show = { title: '' };",
    'migrations-are-frozen',
  ],
  [
    'a screen imports the store',
    'src/features/archive/shows/web/List.tsx',
    "import { shows } from '../server/store.ts';\nexport const List = () => <p>{shows().length}</p>;",
    'screens-never-import-the-server',
  ],
  [
    'a screen imports only a type from the server',
    'src/features/archive/shows/web/List.tsx',
    "import type { shows } from '../server/store.ts';\nexport const List = (_: { of: typeof shows }) => <p />;",
    'screens-never-import-the-server',
  ],
  [
    'a screen imports the store dynamically',
    'src/features/archive/shows/web/List.tsx',
    "export const List = () => import('../server/store.ts');",
    'screens-never-import-the-server',
  ],
  [
    'the platform imports from a feature',
    'src/platform/server/cache.ts',
    "import type { Show } from '../../features/archive/shows/contract.ts';\nexport const cached: Show[] = [];",
    'platform-imports-no-feature',
  ],
  [
    'one feature imports another’s store',
    'src/features/publishing/posts/server/pages.ts',
    "export { shows as latest } from '#features/archive/shows/server/store.ts';",
    'features-are-imported-by-their-index',
  ],
  [
    'app.ts imports a feature’s store',
    'src/app.ts',
    "export { shows } from './features/archive/shows/server/store.ts';",
    'features-are-imported-by-their-index',
  ],
  [
    'the demo imports a feature’s store',
    'src/demo/seed.ts',
    "export { shows } from '#features/archive/shows/server/store.ts';",
    'features-are-imported-by-their-index',
  ],
  [
    'a feature’s screen is imported from outside the feature',
    'src/browser.tsx',
    "import Page from '#features/archive/shows/web/Page.tsx';\nexport const all = [Page];",
    'features-are-imported-by-their-index',
  ],
  [
    'a feature imports one that comes after it',
    'src/features/archive/shows/people/server/news.ts',
    "export { latest } from '#features/publishing/posts/server/index.ts';",
    'features-import-only-earlier-ones',
  ],
  [
    'a feature imports a type from one that comes after it',
    'src/features/archive/shows/news.ts',
    "import type { Post } from '#features/publishing/posts/contract.ts';\nexport type News = Post;",
    'features-import-only-earlier-ones',
  ],
  [
    'two folders import each other',
    'src/features/archive/shows/server/archive/years.ts',
    "import { page } from '../page.ts';\nexport const years = () => page;",
    'no-circular-folders',
  ],
  [
    'a feature is not listed',
    'src/features/box-office/tickets/price.ts',
    'export const price = 12;',
    'not in src/features.ts',
  ],
  [
    'a rule imports from Node',
    'src/features/archive/shows/ranking.ts',
    "import { readFileSync } from 'node:fs';\nexport const rank = () => readFileSync('rank');",
    'browser-code-imports-no-node-built-ins',
  ],
  [
    'two files import each other',
    'src/features/archive/shows/server/store.ts',
    "import { page } from './page.ts';\nexport const shows = () => [page];",
    'no-circular-imports',
  ],
  ['an import leads nowhere', 'src/app.ts', "import './nowhere.ts';", 'no-missing-imports'],
];

test.each(planted)('the boundary check reports a violation when %s', async (_fault, path, text, floor) => {
  const other = {
    'src/features/archive/shows/server/page.ts': "import { shows } from './store.ts';\nexport const page = [shows];",
  };
  const { faults } = await checkBoundaries(repositoryWith({ ...room, ...other, [path]: text }));
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([floor]);
});

test('the boundary check reports two parts of the platform that depend on each other, even through different subfolders', async () => {
  const { faults } = await checkBoundaries(
    repositoryWith({
      ...room,
      'src/platform/server/database/core/errors.ts': 'export class DatabaseFullError extends Error {}',
      'src/platform/server/database/engines/sqlite.ts':
        "import type { Job } from '../../jobs/job.ts';\nexport const queued: Job[] = [];",
      'src/platform/server/jobs/job.ts':
        "import { DatabaseFullError } from '../database/core/errors.ts';\nexport interface Job { failed: DatabaseFullError }",
    }),
  );
  expect(faults).toEqual(['no-circular-platform-parts: src/platform/server/database ↔ src/platform/server/jobs']);
});

test('the boundary check reports a domain whose features are not adjacent in the list', async () => {
  const list = `import { posts } from '#features/publishing/posts/feature.ts';
import { people } from '#features/archive/people/feature.ts';
import { shows } from '#features/archive/shows/feature.ts';
export const features = [
  // archive
  shows,
  // publishing
  posts,
  people,
];`;
  const people = { 'src/features/archive/people/feature.ts': 'export const people = {};' };
  const { faults } = await checkBoundaries(repositoryWith({ ...room, ...people, 'src/features.ts': list }));
  expect(faults).toEqual(['scattered-domain: archive']);
});

const declaring = (table: string) =>
  `declare module '#platform/server/database/core/schema.ts' {\n  interface Tables {\n    ${table}: { id: string };\n  }\n}\nexport {};`;

const tables = {
  'src/features/archive/shows/server/tables.ts': declaring('show'),
  'src/platform/server/audit/tables.ts': declaring('audit'),
};

test('a feature that names its own tables and asks other features for theirs is accepted', async () => {
  const own = "import './tables.ts';\nexport const count = (db) => db.selectFrom('show').innerJoin('show as twin');";
  const { faults } = await checkBoundaries(
    repositoryWith({ ...room, ...tables, 'src/features/archive/shows/server/count.ts': own }),
  );
  expect(faults).toEqual([]);
});

const foreign: [fault: string, text: string][] = [
  ['selects from another’s table', "export const count = (db) => db.selectFrom('show').selectAll();"],
  ['selects from several', "export const count = (db) => db.selectFrom(['post', 'show as its_show']);"],
  ['joins one', "export const count = (db) => db.selectFrom('post').leftJoin('show', 'show.id', 'post.show_id');"],
  ['writes into one', "export const count = (tx) =>\n  tx.updateTable(\n    'show',\n  ).set({});"],
  ['names one in raw SQL', 'export const count = (sql) => sql`select 1 from post join "show" on true`;'],
  ['names one for raw SQL', `export const count = (sql) => sql\`select 1 from \${sql.table('show')}\`;`],
  ['selects from the audit log', "export const count = (db) => db.selectFrom('audit');"],
  ['names one in a constant', "const table = 'show';\nexport const count = (db) => db.selectFrom(table);"],
  [
    'iterates over a list of tables',
    "const begun = ['post', 'show'] as const;\nexport async function count(db) {\n  for (const table of begun) await db.deleteFrom(table);\n}",
  ],
  [
    'caches a value computed from one',
    "const tables = ['show'] as const;\nexport const cached = cacheByTables<View<string>, Made>(\n  tables,\n  also,\n);",
  ],
  [
    'names one after nested raw SQL',
    `export const count = (sql) => sql\`select \${sql\`1\`}, \${{ a: \`b\` }.a} from show\`;`,
  ],
  ['names one in raw SQL within raw SQL', `export const count = (sql) => sql\`\${sql\`(select 1 from show)\`}\`;`],
  ['names one after its own table', 'export const count = (sql) => sql`select 1 from post p, show where true`;'],
  ['deletes using one', 'export const count = (sql) => sql`delete from post using show`;'],
  ['writes SQL as text', "export const count = (sql) => sql.raw('select 1 from show');"],
  ['updates from one', "export const count = (tx) => tx.updateTable('post').from('show').set({});"],
];

test.each(foreign)('the boundary check reports a violation when a feature %s', async (_fault, text) => {
  const { faults } = await checkBoundaries(
    repositoryWith({ ...room, ...tables, 'src/features/publishing/posts/server/count.ts': text }),
  );
  expect(faults.map((fault) => fault.split(' → ')[0])).toEqual([
    'foreign-table: src/features/publishing/posts/server/count.ts',
  ]);
});

test.each(['src/demo/count.ts', 'src/count.ts', 'src/practice/count.ts'])(
  'another feature’s table is reported wherever it is named (%s)',
  async (file) => {
    const count = "export const count = (db) => db.deleteFrom('show');";
    const { faults } = await checkBoundaries(repositoryWith({ ...room, ...tables, [file]: count }));
    expect(faults).toEqual([`foreign-table: ${file} → show of src/features/archive/shows`]);
  },
);

test.each([
  ['table', 'export const isThere = (db, table) => db.selectFrom(table);'],
  ['hanging.of', 'export const isThere = (db, hanging) => db.selectFrom(hanging.of);'],
  ['tables', "import { tables } from './tables.ts';\nexport const cached = cacheByTables(tables, also);"],
])(
  'a table whose name comes from a value elsewhere (%s) is reported, because it could be any table',
  async (name, text) => {
    const { faults } = await checkBoundaries(repositoryWith({ ...room, ...tables, 'src/demo/count.ts': text }));
    expect(faults).toContain(`unknown-table: src/demo/count.ts → ${name} could be any table`);
  },
);

test('a query from a table’s owner may be extended, and a list of a feature’s own tables may be iterated', async () => {
  const text =
    "import './tables.ts';\nconst own = ['show'] as const;\nexport const count = async (db, view) => {\n  for (const table of own) await db.deleteFrom(table);\n  return db.selectFrom(view(db).as('post')).innerJoin((eb) => eb.selectFrom('show').as('other'), (join) => join);\n};";
  const { faults } = await checkBoundaries(
    repositoryWith({ ...room, ...tables, 'src/features/archive/shows/server/count.ts': text }),
  );
  expect(faults).toEqual([]);
});

test('a table that two features declare is reported', async () => {
  const { faults } = await checkBoundaries(
    repositoryWith({ ...room, ...tables, 'src/features/publishing/posts/server/tables.ts': declaring('show') }),
  );
  expect(faults).toEqual([
    'two-owners: show is declared in src/features/archive/shows and in src/features/publishing/posts',
  ]);
});
