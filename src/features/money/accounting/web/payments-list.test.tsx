import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListedPayment } from '../contract.ts';
import { CorrectDialog } from './payments-list.tsx';

const render = (ends: boolean) => {
  const payment = { id: 'p', amount: 2500, label: 'Full member', refund: { ends } } as unknown as ListedPayment;
  return renderToString(<CorrectDialog payment={payment} onClose={() => {}} />);
};

test('a line ends neither in the reversed amount nor between its minus sign and the pounds', () => {
  expect(render(false)).toMatch(/<span class="[^"]+">-£25\.00<\/span>/);
});

test('correcting a payment for a subscription says that the year of membership goes too', () => {
  expect(render(true)).toContain('The year of membership that it paid for goes too.');
  expect(render(false)).not.toContain('year of membership');
});
