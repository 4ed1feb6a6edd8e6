import { newErrorLog } from '#platform/server/error-log/error-log.ts';
import { contributionsOf, type Services } from '#platform/server/feature/feature.ts';
import { platformFeatures } from '#platform/server/features.ts';
import { purgeTrash } from '#platform/server/trash/purge.ts';
import { features } from '../../src/features.ts';

/** Everything that the whole site's features contribute of one kind. */
export const handedIn = contributionsOf([
  ...features,
  ...platformFeatures(
    undefined,
    undefined,
    newErrorLog(() => new Date(0)),
  ),
]);

/** Purges the trash as the job does each night. */
export const purgeAt = ({ db, storage }: Pick<Services, 'db' | 'storage'>, moment: Date): Promise<void> =>
  purgeTrash({ db, storage, clock: () => moment, kinds: handedIn('trash') });
