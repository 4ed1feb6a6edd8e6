import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import floors, { floorsOf } from '../../.dependency-cruiser.mjs';
import { circlesOf } from './circles.ts';
import { featureOrder, scatteredDomains } from './feature-order.ts';
import { foreignTables } from './tables.ts';

export interface Boundaries {
  /** Source files that were read. */
  modules: number;
  /** One line a fault: which floor, from where to where; or which file was not read. */
  faults: string[];
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Which folder needs which. What tests need doesn't count, nor `feature.ts`, which puts a feature together. */
function foldersOf(modules: ICruiseResult['modules']): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    if (!source.startsWith('src/') || /\.(test|child|cases)\.tsx?$|\/feature\.ts$/.test(source)) continue;
    const from = dirname(source);
    const needs = folders.get(from) ?? new Set();
    folders.set(from, needs);
    for (const { resolved } of dependencies) {
      const to = dirname(resolved);
      if (resolved.startsWith('src/') && to !== from) needs.add(to);
    }
  }
  return folders;
}

/**
 * Checks the `src` of a repository against the floors of `.dependency-cruiser.mjs`. A file that was not read is a fault like
 * a forbidden import: a check that reads nothing has nothing to complain about.
 */
export async function checkBoundaries(root: string): Promise<Boundaries> {
  const order = featureOrder(root);
  const { output } = await cruise(['src'], {
    ...floors.options,
    ruleSet: { forbidden: [...floors.forbidden, ...floorsOf(order)] as IForbiddenRuleType[] },
    validate: true,
    baseDir: root,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text');
  const { modules, summary }: ICruiseResult = output;

  const read = new Set(modules.map((module) => join(root, module.source)));
  const files = sources(join(root, 'src'));
  const unread = files.filter((file) => !read.has(file)).map((file) => `not read: ${file}`);
  const nothing = files.length === 0 ? [`not read: anything; there is no source in ${join(root, 'src')}`] : [];
  const built = new Set(modules.flatMap(({ source }) => /^src\/features\/([^/]+\/[^/]+)\//.exec(source)?.[1] ?? []));
  const unplanned = [...built]
    .filter((folder) => !order.includes(folder))
    .map((folder) => `not in the list: ${folder}`);
  const scattered = scatteredDomains(order).map((domain) => `scattered-domain: ${domain}`);
  const circles = circlesOf(foldersOf(modules)).map((folders) => `no-circles-of-folders: ${folders.join(' ↔ ')}`);
  const violations = summary.violations.map((fault) => {
    const circle = fault.cycle ? fault.cycle.map((step) => step.name).join(' → ') : fault.to;
    return `${fault.rule.name}: ${fault.from} → ${circle}`;
  });
  return {
    modules: files.length - unread.length,
    faults: [...nothing, ...unread, ...unplanned, ...scattered, ...violations, ...circles, ...foreignTables(root)],
  };
}
