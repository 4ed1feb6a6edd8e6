import { defineErasureJob } from '#features/identity/users/server/my-data.ts';
import type { PaymentProvider } from '#features/money/payments/server/index.ts';
import { defineIntentRefreshJob } from '#features/money/payments/server/refresh-intent.ts';
import { createAuditActionFormatter } from '#platform/server/audit/index.ts';
import type { VisibilityByColumn } from '#platform/server/database/core/schema.ts';
import type { Database } from '#platform/server/database/index.ts';
import { createErrorLog } from '#platform/server/error-log/error-log.ts';
import { purgeTrash } from '#platform/server/feature/deletion.ts';
import { createContributionsGetter, type Feature, type Services } from '#platform/server/feature/feature.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { buildPlatformFeatures } from '#platform/server/features.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
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

/** Returns the label of an action in the audit log. */
export const formatAction = createAuditActionFormatter(contributions('auditActions'));

/** The visibility of each table: every feature's declarations, in their order. */
export const visibilityDeclarations = everyFeature.flatMap(({ visibility = {} }) =>
  Object.entries(visibility).map(([table, declared]): [string, VisibilityByColumn] => [
    table,
    typeof declared === 'string' ? { rows: declared, columns: {} } : declared,
  ]),
);

/** Purges the trash like the nightly job. */
export const purgeTrashAt = ({ db, storage }: Pick<Services, 'db' | 'storage'>, moment: Date): Promise<void> =>
  purgeTrash({ db, storage, clock: () => moment, kinds: contributions('trash') });

/** Erases the accounts whose erasure is due at a moment. */
export const eraseDueAccounts = (db: Database, data: readonly PersonalData[], moment: string): Promise<void> => {
  const clock = () => new Date(moment);
  return runDueJobs({
    db,
    clock,
    work: [defineErasureJob({ db, data, clock, home: () => 'https://players.example' })],
  });
};

/** Runs the payment jobs that are due at a moment. Without a provider, they do nothing. */
export const refreshPaymentsAt = (
  db: Database,
  paymentProvider: PaymentProvider | undefined,
  moment: string,
): Promise<void> => {
  const clock = () => new Date(moment);
  return runDueJobs({ db, clock, work: [defineIntentRefreshJob({ db, clock, paymentProvider, all: contributions })] });
};
