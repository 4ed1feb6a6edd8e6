import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** Creates a repository with only these files, in a temporary folder. */
function repositoryWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'callboard-boundaries-'));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const repository = {
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
  expect(await checkBoundaries(repositoryWith(repository))).toEqual({ modules: 11, faults: [] });
});

test('the boundary check reports a repository in which it reads no files', async () => {
  const { modules, faults } = await checkBoundaries(repositoryWith({ 'src/.keep': '' }));
  expect(modules).toBe(0);
  expect(faults).toHaveLength(1);
});

const planted: [fault: string, path: string, text: string, rule: string][] = [
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
    'code shared with the browser imports from Node',
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

test.each(planted)('the boundary check reports a violation when %s', async (_fault, path, text, rule) => {
  const other = {
    'src/features/archive/shows/server/page.ts': "import { shows } from './store.ts';\nexport const page = [shows];",
  };
  const { faults } = await checkBoundaries(repositoryWith({ ...repository, ...other, [path]: text }));
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([rule]);
});

test('two parts of the platform that depend on each other are reported, even through different subfolders', async () => {
  const { faults } = await checkBoundaries(
    repositoryWith({
      ...repository,
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
  const { faults } = await checkBoundaries(repositoryWith({ ...repository, ...people, 'src/features.ts': list }));
  expect(faults).toEqual(['scattered-domain: archive']);
});

const declaring = (table: string) =>
  `declare module '#platform/server/database/core/schema.ts' {\n  interface Tables {\n    ${table}: { id: string };\n  }\n}\nexport {};`;

const tables = {
  'src/features/archive/shows/server/tables.ts': declaring('show'),
  'src/platform/server/audit/tables.ts': declaring('audit'),
};

test('the boundary check accepts a feature that names only its own tables', async () => {
  const own = "import './tables.ts';\nexport const count = (db) => db.selectFrom('show').innerJoin('show as twin');";
  const { faults } = await checkBoundaries(
    repositoryWith({ ...repository, ...tables, 'src/features/archive/shows/server/count.ts': own }),
  );
  expect(faults).toEqual([]);
});

const foreign: [fault: string, text: string][] = [
  ['selects from another’s table', "export const count = (db) => db.selectFrom('show').selectAll();"],
  [
    'selects from several tables, one of them another’s',
    "export const count = (db) => db.selectFrom(['post', 'show as its_show']);",
  ],
  [
    'joins another’s table',
    "export const count = (db) => db.selectFrom('post').leftJoin('show', 'show.id', 'post.show_id');",
  ],
  ['writes into another’s table', "export const count = (tx) =>\n  tx.updateTable(\n    'show',\n  ).set({});"],
  ['names another’s table in raw SQL', 'export const count = (sql) => sql`select 1 from post join "show" on true`;'],
  ['names another’s table for raw SQL', `export const count = (sql) => sql\`select 1 from \${sql.table('show')}\`;`],
  ['selects from the audit log', "export const count = (db) => db.selectFrom('audit');"],
  ['names another’s table in a constant', "const table = 'show';\nexport const count = (db) => db.selectFrom(table);"],
  [
    'iterates over a list with another’s table',
    "const begun = ['post', 'show'] as const;\nexport async function count(db) {\n  for (const table of begun) await db.deleteFrom(table);\n}",
  ],
  [
    'caches a value computed from another’s table',
    "const tables = ['show'] as const;\nexport const cached = cacheByTables<View<string>, Made>(\n  tables,\n  also,\n);",
  ],
  [
    'names another’s table after nested raw SQL',
    `export const count = (sql) => sql\`select \${sql\`1\`}, \${{ a: \`b\` }.a} from show\`;`,
  ],
  [
    'names another’s table in raw SQL within raw SQL',
    `export const count = (sql) => sql\`\${sql\`(select 1 from show)\`}\`;`,
  ],
  ['names another’s table after its own', 'export const count = (sql) => sql`select 1 from post p, show where true`;'],
  ['deletes using another’s table', 'export const count = (sql) => sql`delete from post using show`;'],
  ['names another’s table in SQL that is a text', "export const count = (sql) => sql.raw('select 1 from show');"],
  ['updates from another’s table', "export const count = (tx) => tx.updateTable('post').from('show').set({});"],
];

test.each(foreign)('the boundary check reports a violation when a feature %s', async (_fault, text) => {
  const { faults } = await checkBoundaries(
    repositoryWith({ ...repository, ...tables, 'src/features/publishing/posts/server/count.ts': text }),
  );
  expect(faults.map((fault) => fault.split(' → ')[0])).toEqual([
    'foreign-table: src/features/publishing/posts/server/count.ts',
  ]);
});

test.each(['src/demo/count.ts', 'src/count.ts', 'src/practice/count.ts'])(
  'the boundary check reports a feature’s table that is named outside the feature (%s)',
  async (file) => {
    const count = "export const count = (db) => db.deleteFrom('show');";
    const { faults } = await checkBoundaries(repositoryWith({ ...repository, ...tables, [file]: count }));
    expect(faults).toEqual([`foreign-table: ${file} → show of src/features/archive/shows`]);
  },
);

test.each([
  ['table', 'export const isThere = (db, table) => db.selectFrom(table);'],
  ['hanging.of', 'export const isThere = (db, hanging) => db.selectFrom(hanging.of);'],
  ['tables', "import { tables } from './tables.ts';\nexport const cached = cacheByTables(tables, also);"],
])(
  'the boundary check reports a table that a value from elsewhere names (%s), because it could be any table',
  async (name, text) => {
    const { faults } = await checkBoundaries(repositoryWith({ ...repository, ...tables, 'src/demo/count.ts': text }));
    expect(faults).toContain(`unknown-table: src/demo/count.ts → ${name} could be any table`);
  },
);

test('the boundary check accepts a join of another feature’s query, and loops over a feature’s own tables', async () => {
  const text =
    "import './tables.ts';\nconst own = ['show'] as const;\nexport const count = async (db, view) => {\n  for (const table of own) await db.deleteFrom(table);\n  return db.selectFrom(view(db).as('post')).innerJoin((eb) => eb.selectFrom('show').as('other'), (join) => join);\n};";
  const { faults } = await checkBoundaries(
    repositoryWith({ ...repository, ...tables, 'src/features/archive/shows/server/count.ts': text }),
  );
  expect(faults).toEqual([]);
});

test('the boundary check reports a table that two features declare', async () => {
  const { faults } = await checkBoundaries(
    repositoryWith({ ...repository, ...tables, 'src/features/publishing/posts/server/tables.ts': declaring('show') }),
  );
  expect(faults).toEqual([
    'two-owners: show is declared in src/features/archive/shows and in src/features/publishing/posts',
  ]);
});
