import { expect, test } from 'vitest';
import { formatCancellationNotice } from './performance-manager.tsx';

test('the question before cancelling a performance says which buyers get an email, and who has to be told', () => {
  const online = { sends_mail: true };
  expect(formatCancellationNotice('all', online)).toBe('Everyone who gave an email address gets an email.');
  expect(formatCancellationNotice('some', online)).toBe(
    'Only some buyers get an email, because one kind of email is switched off: each order’s history shows whether its buyer got one. Tell the others yourself.',
  );
  expect(formatCancellationNotice('none', online)).toBe(
    'Emails about this are switched off: tell the buyers yourself.',
  );
  expect(formatCancellationNotice('all', { sends_mail: false })).toBe(
    'This site can’t send email: tell the buyers yourself.',
  );
});
