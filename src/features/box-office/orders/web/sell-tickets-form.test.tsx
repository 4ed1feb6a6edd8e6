import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { setActiveNavigation } from '#platform/web/navigation/hooks.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { SellTicketsForm } from './sell-tickets-form.tsx';

const renderFor = (date: string): string => {
  const performance = { id: 'night', date, capacity: 96, sold: 0, release_minutes: 20, ticket_types: [] };
  return renderElementAt(
    '/members/bookings',
    <SellTicketsForm
      performances={[performance as unknown as Performance]}
      seats={() => null}
      doorNote={{ id: 'note', how: 'reserved', tickets: {} }}
    />,
    { site: { memberNavItemsToShow: { bookings: true } } },
  );
};

test('the form that sells tickets names the deadline for paying a reservation only before the deadline', () => {
  expect(renderFor('2999-04-14T19:30:00+01:00')).toContain('Reserved until 20 minutes before the performance');
  expect(renderFor('2001-04-14T19:30:00+01:00')).toContain('Reserved until the buyer arrives.');
});

type FormElement = ReactElement<{ onAnswer: (answer: object) => unknown }>;

/** Renders the form and passes its element to `onRender`, because these tests run without a browser. */
function CapturedForm({ onRender }: { onRender: (form: FormElement) => void }) {
  const form = SellTicketsForm({ performances: [], seats: () => null }) as FormElement;
  onRender(form);
  return form;
}

test('the form that sells tickets fetches the places left again after a conflict, but not after an invalid entry', () => {
  const refresh = vi.fn(async () => undefined);
  setActiveNavigation({ refresh } as unknown as Parameters<typeof setActiveNavigation>[0]);
  let form: FormElement | undefined;
  const onRender = (element: FormElement) => {
    form = element;
  };
  renderElementAt('/members/bookings', <CapturedForm onRender={onRender} />, {
    site: { memberNavItemsToShow: { bookings: true } },
  });
  form?.props.onAnswer({ code: 400, msg: 'Enter a name.' });
  expect(refresh).not.toHaveBeenCalled();
  form?.props.onAnswer({ code: 409, msg: 'There is only one place left. No tickets were sold.' });
  expect(refresh).toHaveBeenCalledOnce();
});
