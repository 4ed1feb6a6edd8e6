import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders of the features, from the ground up, as the list in `src/features.ts` has them. The list is read, not
 * loaded: the check is quick, and looks at houses that don't run. Without a list, no feature has a place.
 */
export function readPlan(house: string): string[] {
  const file = join(house, 'src/features.ts');
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
