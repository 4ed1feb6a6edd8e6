import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders of the features (`archive/shows`), from the ground up, as listed in `src/features.ts`. The list is read, not loaded: that
 * is quick, and works on trees that don't run. Without a list, no feature has a place.
 */
export function featureOrder(root: string): string[] {
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
 * Lists the domains that `order` names more than once: their features must be next to each other, or neither is first.
 */
export function scatteredDomains(order: readonly string[]): string[] {
  const domains = order.map((folder) => folder.split('/')[0] ?? '');
  const runs = domains.filter((domain, place) => domain !== domains[place - 1]);
  return [...new Set(runs.filter((domain, place) => runs.indexOf(domain) !== place))];
}
