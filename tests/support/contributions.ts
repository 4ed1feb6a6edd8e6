import { audit } from '#platform/server/audit/feature.ts';
import { contributionsOf } from '#platform/server/feature/feature.ts';
import { mailBy } from '#platform/server/mail/feature.ts';
import { features } from '../../src/features.ts';

/** Everything that the whole site's features contribute of one kind. */
export const handedIn = contributionsOf([...features, mailBy(undefined), audit]);
