import { expect, test } from 'vitest';
import { formatAction } from '#tests/support/society/contributions.ts';
import { formatOwnAuditEntry } from './personal-data.ts';

const entry = { actor_id: 'ann', actor_name: 'Ann Hale', what: formatAction('password.changed'), detail: '' };
const byAdmin = { ...entry, actor_id: 'dee', actor_name: 'Dee Moss' };

test.each([
  [entry, 'You changed your password'],
  [
    { ...byAdmin, what: formatAction('emergency_contact.viewed'), detail: 'Hamlet' },
    'Dee Moss viewed your emergency contact (Hamlet)',
  ],
  [{ ...entry, actor_id: '', actor_name: '', what: 'ended a session' }, 'The site ended a session'],
  [{ ...entry, what: formatAction('second_factor.codes_enabled') }, 'You turned on sign-in codes'],
  [{ ...byAdmin, what: formatAction('second_factor.removed') }, 'Dee Moss removed your second factor'],
  [{ ...byAdmin, what: formatAction('subscription.renewal_cancelled') }, 'Dee Moss cancelled your renewal'],
])('the audit entry %j is shown to the member as: %s', (entries, sentence) =>
  expect(formatOwnAuditEntry(entries, 'ann')).toBe(sentence),
);
