import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AccountingEntry } from '../contract.ts';
import { CorrectionDialog } from './accounting-entries.tsx';

const render = (ends: boolean) => {
  const payment = { id: 'p', amount: 2500, label: 'Full member', refund: { ends } } as unknown as AccountingEntry;
  return renderToString(<CorrectionDialog payment={payment} onClose={() => {}} />);
};

test('the correction dialog has the reversed amount in a span of its own, so that it can stay on one line', () => {
  expect(render(false)).toMatch(/<span class="[^"]+">−£25\.00<\/span>/);
});

test('the dialog that corrects a subscription payment says that the membership year is removed', () => {
  expect(render(true)).toContain('The year of membership that it paid for is removed too.');
  expect(render(false)).not.toContain('year of membership');
});
