import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.ts';

const built: string[] = [];
afterEach(() => {
  for (const house of built.splice(0)) rmSync(house, { recursive: true });
});

/** A small house of its own, to plant faults in. */
function houseWith(files: Record<string, string>): string {
  const house = mkdtempSync(join(tmpdir(), 'callboard-boundaries-'));
  built.push(house);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  return house;
}

const room = {
  'src/features/shows/contract.ts': 'export interface Show { title: string }',
  'src/features/shows/server/store.ts': 'export const shows = () => [];',
  'src/features/shows/web/Page.tsx':
    "import type { Show } from '../contract.ts';\nexport default ({ show }: { show: Show }) => <h1>{show.title}</h1>;",
};

test('a house in order has nothing to complain of, and every file was read', async () => {
  expect(await checkBoundaries(houseWith(room))).toEqual({ modules: 3, faults: [] });
});

test('a house in which nothing is read is not in order', async () => {
  const { modules, faults } = await checkBoundaries(houseWith({ 'src/.keep': '' }));
  expect(modules).toBe(0);
  expect(faults).toHaveLength(1);
});

const planted: [fault: string, path: string, text: string, floor: string][] = [
  [
    'a screen reads the store',
    'src/features/shows/web/List.tsx',
    "import { shows } from '../server/store.ts';\nexport const List = () => <p>{shows().length}</p>;",
    'screens-never-import-the-server',
  ],
  [
    'a screen takes only a type from the server',
    'src/features/shows/web/List.tsx',
    "import type { shows } from '../server/store.ts';\nexport const List = (_: { of: typeof shows }) => <p />;",
    'screens-never-import-the-server',
  ],
  [
    'a screen loads the store later',
    'src/features/shows/web/List.tsx',
    "export const List = () => import('../server/store.ts');",
    'screens-never-import-the-server',
  ],
  [
    'the platform learns of shows',
    'src/platform/server/cache.ts',
    "import type { Show } from '../../features/shows/contract.ts';\nexport const cached: Show[] = [];",
    'platform-knows-nothing-of-theatre',
  ],
  [
    "one feature reads another's store",
    'src/features/posts/server/pages.ts',
    "export { shows } from '../../shows/server/store.ts';",
    'features-meet-at-the-door',
  ],
  [
    'a rule opens a file',
    'src/features/shows/ranking.ts',
    "import { readFileSync } from 'node:fs';\nexport const rank = () => readFileSync('rank');",
    'both-sides-means-no-node',
  ],
  [
    'two files need each other',
    'src/features/shows/server/store.ts',
    "import { page } from './page.ts';\nexport const shows = () => [page];",
    'no-circles',
  ],
  ['an import leads nowhere', 'src/app.ts', "import './nowhere.ts';", 'nothing-missing'],
];

test.each(planted)('it is noticed when %s', async (_fault, path, text, floor) => {
  const other = {
    'src/features/shows/server/page.ts': "import { shows } from './store.ts';\nexport const page = [shows];",
  };
  const { faults } = await checkBoundaries(houseWith({ ...room, ...other, [path]: text }));
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([floor]);
});
