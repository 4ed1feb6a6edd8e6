import { createActionFormatter } from '#platform/server/audit/index.ts';
import { contributions } from './contributions.ts';

/** The label of an action of the audit log. */
export const formatAction = createActionFormatter(contributions('auditActions'));
