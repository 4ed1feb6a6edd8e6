import { createActionFormatter } from '#features/administration/audit-log/action-labels.ts';
import { handedIn } from './contributions.ts';

/** An action as the whole site's audit log words it. */
export const actionLabel = createActionFormatter(handedIn('actionNames'));
