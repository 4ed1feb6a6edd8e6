import type { VisibilityByColumn } from '#platform/server/database/core/schema.ts';
import { createErrorLog } from '#platform/server/error-log/error-log.ts';
import { createContributionsGetter, type Feature, type Services } from '#platform/server/feature/feature.ts';
import { buildPlatformFeatures } from '#platform/server/features.ts';
import { purgeTrash } from '#platform/server/trash/purge.ts';
import { features } from '../../../src/features.ts';

const everyFeature: readonly Feature[] = [
  ...features,
  ...buildPlatformFeatures(
    undefined,
    {},
    createErrorLog(() => new Date(0)),
  ),
];

/** Returns the contributions of one kind by all features of the site. */
export const contributions = createContributionsGetter(everyFeature);

/** The visibility of each table: every feature's declarations, in their order. */
export const visibilityDeclarations = everyFeature.flatMap(({ visibility = {} }) =>
  Object.entries(visibility).map(([table, declared]): [string, VisibilityByColumn] => [
    table,
    typeof declared === 'string' ? { rows: declared, columns: {} } : declared,
  ]),
);

/** Purges the trash like the nightly job. */
export const purgeAt = ({ db, storage }: Pick<Services, 'db' | 'storage'>, moment: Date): Promise<void> =>
  purgeTrash({ db, storage, clock: () => moment, kinds: contributions('trash') });
