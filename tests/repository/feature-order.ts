import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the folders of the features (`archive/shows`), from the lowest layer up, as in `src/features.ts`. The file is
 * read as text, which is quick and works even if the program can't run. If there is no file, the list is empty.
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
 * Lists the domains whose features aren't next to each other in `order`. If the features of two domains were mixed,
 * neither domain would come before the other.
 */
export function scatteredDomains(order: readonly string[]): string[] {
  const domains = order.map((folder) => folder.split('/')[0] ?? '');
  const runs = domains.filter((domain, place) => domain !== domains[place - 1]);
  return [...new Set(runs.filter((domain, place) => runs.indexOf(domain) !== place))];
}
