import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toIssueId } from './links-and-codes.ts';
import { formatCalendarFilesId, parseCalendarFilesId } from './ticket-files.ts';

test('the id of an email’s attachments is parsed whatever characters its ids begin with', () => {
  const id = fc.stringMatching(/^[-\w]{16}$/);
  fc.assert(
    fc.property(id, fc.nat(3), fc.uniqueArray(id, { maxLength: 3 }), (order, reissued, removed) => {
      const issue = toIssueId(order, { reissued });
      expect(parseCalendarFilesId(formatCalendarFilesId(issue, removed))).toEqual({ order, issue, removed });
    }),
    { examples: [['-2QmS9Ll7GxPzK4b', 0, []]] },
  );
});
