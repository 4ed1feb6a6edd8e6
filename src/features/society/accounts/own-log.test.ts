import { expect, test } from 'vitest';
import { formatOwnLogEntry } from './own-log.ts';

const entry = { actor_id: 'ann', actor_name: 'Ann Hale', action: 'changed their password', detail: '' };

test.each([
  [entry, 'You changed your password'],
  [
    { ...entry, actor_id: 'dee', actor_name: 'Dee Moss', action: 'looked at emergency contact', detail: 'Hamlet' },
    'Dee Moss looked at emergency contact (Hamlet)',
  ],
  [{ ...entry, actor_id: '', actor_name: '', action: 'ended a session' }, 'The site ended a session'],
])('a member reads of %j: %s', (entries, sentence) => expect(formatOwnLogEntry(entries, 'ann')).toBe(sentence));
