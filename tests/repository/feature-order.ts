import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders of the features, from the ground up, as listed in `src/features.ts`. The list is read, not loaded: that
 * is quick, and works on trees that don't run. Without a list, no feature has a place.
 */
export function featureOrder(root: string): string[] {
  const file = join(root, 'src/features.ts');
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const folders = new Map(
    Array.from(source.matchAll(/import \{ (\w+) \} from '#features\/([^/]+)\/feature\.ts'/g), ([, name, folder]) => [
      name,
      folder,
    ]),
  );
  const list = /export const features = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  return list.split(',').flatMap((name) => folders.get(name.trim()) ?? []);
}
