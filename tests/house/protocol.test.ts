import { expect, test } from 'vitest';
import { z } from 'zod';
import { onEachSite } from '#tests/support/app.ts';
import { protocolFile, protocolPage } from '../../tools/protocol/protocol.ts';
import { block } from '../../tools/protocol/shape.ts';

onEachSite(
  'other clients read in docs/protocol.md what the site does today, and nothing that they rely on is gone',
  async ({ app }) => {
    await expect(await protocolPage(app.routes)).toMatchFileSnapshot(protocolFile);
  },
  ['sqlite'],
);

const Prop = z.object({ id: z.string(), lent: z.array(z.object({ by: z.string(), note: z.string().default('') })) });

test('the page marks what is law, with what it stands in', () => {
  expect(block('prop', Prop, ['id', 'lent[].by'])).toBe(
    '```\n* id: string\n* lent: {\n*   by: string\n    note: string\n  }[]\n```\n',
  );
});

test('a name that other clients rely on cannot be renamed without notice', () => {
  expect(() => block('prop', Prop, ['id', 'lent[].lender'])).toThrow('lent[].lender');
});
