import { createActionFormatter } from '#platform/server/audit/index.ts';
import { handedIn } from './contributions.ts';

/** The label of an action of the audit log. */
export const formatAction = createActionFormatter(handedIn('auditActions'));
