import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIssuanceId } from './links-and-codes.ts';
import { formatOrderAttachmentId, parseOrderAttachmentId } from './ticket-files.ts';

test('the id of an email’s attachments can be parsed, even if an order’s id begins with “-”', () => {
  const id = fc.stringMatching(/^[-\w]{16}$/);
  fc.assert(
    fc.property(id, fc.nat(3), fc.uniqueArray(id, { maxLength: 3 }), (order, reissued, removed) => {
      const issue = buildIssuanceId(order, { reissued });
      expect(parseOrderAttachmentId(formatOrderAttachmentId(issue, removed))).toEqual({ order, issue, removed });
    }),
    { examples: [['-2QmS9Ll7GxPzK4b', 0, []]] },
  );
});
