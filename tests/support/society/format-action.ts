import { createActionFormatter } from '#platform/server/audit/index.ts';
import { contributions } from './contributions.ts';

/** Returns the label of an action in the audit log. */
export const formatAction = createActionFormatter(contributions('auditActions'));
