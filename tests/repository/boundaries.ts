import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import configuration, { buildFeatureRules } from '../../.dependency-cruiser.mjs';
import { findForeignTables } from './tables.ts';

export interface BoundaryReport {
  /** The number of source files that were read. */
  modules: number;
  /** One line for each fault, such as `RULE: IMPORTING-FILE → IMPORTED-FILE` or `not read: FILE`. */
  faults: string[];
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Returns, for each group of files, the other groups that it imports from. Imports in tests don't count, because tests
 * aren't part of the program.
 */
function importsBetween(
  modules: ICruiseResult['modules'],
  groupOf: (file: string) => string | undefined,
): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = groupOf(source);
    if (from === undefined || /\.(test|child|cases)\.tsx?$/.test(source)) continue;
    const needs = groups.get(from) ?? new Set();
    groups.set(from, needs);
    for (const { resolved } of dependencies) {
      const to = groupOf(resolved);
      if (to !== undefined && to !== from) needs.add(to);
    }
  }
  return groups;
}

/**
 * Returns the folder of a file in `src`; undefined for other files, and for a `feature.ts`, because it assembles a
 * feature.
 */
const folderOf = (file: string) =>
  file.startsWith('src/') && !file.endsWith('/feature.ts') ? dirname(file) : undefined;

/**
 * Returns the part of the platform to which a file belongs, e.g. `src/platform/server/database`. A part includes its
 * subfolders.
 */
const platformPartOf = (file: string) => /^src\/platform\/(?:shared|(?:server|web)\/[^/]+(?=\/))/.exec(file)?.[0];

/**
 * Returns groups of nodes that depend on each other, given the nodes on which each node depends. They are the strongly
 * connected components of at least two nodes (Tarjan's algorithm). Each group is in alphabetical order.
 */
function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const found = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  function visit(place: string): number {
    const number = found.size;
    found.set(place, number);
    lowest.set(place, number);
    open.push(place);
    for (const next of edges.get(place) ?? []) {
      const reached = found.has(next) ? (open.includes(next) ? (found.get(next) ?? number) : number) : visit(next);
      lowest.set(place, Math.min(lowest.get(place) ?? number, reached));
    }
    if (lowest.get(place) === number) {
      const cycle = open.splice(open.indexOf(place));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return lowest.get(place) ?? number;
  }

  for (const place of edges.keys()) if (!found.has(place)) visit(place);
  return cycles;
}

/**
 * Lists the folders of the features, such as `archive/shows`, in the order of `src/features.ts`. The file is read as
 * text, which is quick and works even if the program can't run. Without the file, the list is empty.
 */
function readFeatureOrder(root: string): string[] {
  const file = join(root, 'src/features.ts');
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const folders = new Map(
    Array.from(source.matchAll(/import \{ (\w+) \} from '#features\/([^']+)\/feature\.ts'/g), ([, name, folder]) => [
      name,
      folder,
    ]),
  );
  const list = /export const features = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  const names = list.replace(/\/\/.*/g, '').split(',');
  return names.flatMap((name) => folders.get(name.trim()) ?? []);
}

/**
 * Lists the domains whose features aren't all next to each other in `order`. If the features of two domains were mixed,
 * each domain could come to depend on the other.
 */
function listScatteredDomains(order: readonly string[]): string[] {
  const domains = order.map((folder) => folder.split('/')[0] ?? '');
  const runs = domains.filter((domain, place) => domain !== domains[place - 1]);
  return [...new Set(runs.filter((domain, place) => runs.indexOf(domain) !== place))];
}

/**
 * Checks the `src` of a repository against the layers of `.dependency-cruiser.mjs`. A file that was not read is a fault
 * too, because a check finds no faults in files that it doesn't read.
 */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const order = readFeatureOrder(root);
  const { output } = await cruise(['src'], {
    ...configuration.options,
    ruleSet: { forbidden: [...configuration.forbidden, ...buildFeatureRules(order)] as IForbiddenRuleType[] },
    validate: true,
    baseDir: root,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of an object');
  const { modules, summary }: ICruiseResult = output;

  const read = new Set(modules.map((module) => join(root, module.source)));
  const files = listSources(join(root, 'src'));
  const unread = files.filter((file) => !read.has(file)).map((file) => `not read: ${file}`);
  const nothing = files.length === 0 ? [`not read: any file; there is no source in ${join(root, 'src')}`] : [];
  const existing = new Set(modules.flatMap(({ source }) => /^src\/features\/([^/]+\/[^/]+)\//.exec(source)?.[1] ?? []));
  const unlisted = [...existing]
    .filter((folder) => !order.includes(folder))
    .map((folder) => `not in src/features.ts: ${folder}`);
  const scattered = listScatteredDomains(order).map((domain) => `scattered-domain: ${domain}`);
  const cycles = findCycles(importsBetween(modules, folderOf)).map(
    (folders) => `no-circular-folders: ${folders.join(' ↔ ')}`,
  );
  const platformCycles = findCycles(importsBetween(modules, platformPartOf)).map(
    (parts) => `no-circular-platform-parts: ${parts.join(' ↔ ')}`,
  );
  const violations = summary.violations.map((fault) => {
    const cycle = fault.cycle ? fault.cycle.map((step) => step.name).join(' → ') : fault.to;
    return `${fault.rule.name}: ${fault.from} → ${cycle}`;
  });
  return {
    modules: files.length - unread.length,
    faults: [
      ...nothing,
      ...unread,
      ...unlisted,
      ...scattered,
      ...violations,
      ...cycles,
      ...platformCycles,
      ...findForeignTables(root),
    ],
  };
}
