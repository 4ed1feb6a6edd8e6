import { expect, test } from 'vitest';
import { handedIn } from '#tests/support/contributions.ts';
import { formatOwnLogEntry } from './own-log.ts';

const entry = { actor_id: 'ann', actor_name: 'Ann Hale', action: 'changed their password', detail: '' };

test.each([
  [entry, 'You changed your password'],
  [
    { ...entry, actor_id: 'dee', actor_name: 'Dee Moss', action: 'looked at emergency contact', detail: 'Hamlet' },
    'Dee Moss viewed your emergency contact (Hamlet)',
  ],
  [{ ...entry, actor_id: '', actor_name: '', action: 'ended a session' }, 'The site ended a session'],
  [{ ...entry, action: 'second factor: codes on' }, 'You turned on sign-in codes'],
  [
    { ...entry, actor_id: 'dee', actor_name: 'Dee Moss', action: 'second factor: taken off by an admin' },
    'Dee Moss removed your second factor',
  ],
])('a member reads of %j: %s', (entries, sentence) =>
  expect(formatOwnLogEntry(entries, 'ann', handedIn('actionNames'))).toBe(sentence),
);
