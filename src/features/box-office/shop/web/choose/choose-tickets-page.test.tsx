import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { setActiveNavigation } from '#platform/web/navigation/hooks.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { PerformancePicker, TicketChoice } from './choose-tickets-page.tsx';

/** Renders the performances of a show whose dates have this precision. */
function renderPicker(date_precision: 'day' | 'year'): string {
  const performance = (id: string, day: string) => ({
    ...{ id, starts_at: `2027-04-${day}T19:30:00+01:00`, doors_at: '', notes: '', over: false },
    ...{ availability: { state: 'plenty' }, sale: { is: 'on' }, types: [{}], cancelled: false },
  });
  const performances = [performance('a', '14'), performance('b', '15')];
  const date = date_precision === 'day' ? '2027-04-15' : '2027-01-01';
  const run = { first_date: date, first_date_precision: date_precision, date, date_precision };
  const page = {
    show: { id: 's', title: 'Hamlet', author: '', venue: '', link: '/x', poster: '/p', ...run },
    ...{ performance: performances[0], performances, offer: null },
  };
  return renderToString(<PerformancePicker page={page as unknown as Page<'choose_tickets'>} />);
}

test('performances in a single month show the month only if the show’s dates above them don’t', () => {
  expect(renderPicker('day')).not.toMatch(/Apr<|Apr /);
  // Screen readers read the month even where it isn't visible
  expect(renderPicker('day').replaceAll(/<!-- -->/g, '')).toContain('Wed 14 <span class="vh">April</span>');
  expect(renderPicker('year')).toMatch(/Wed.*14.*Apr/);
});

type FormElement = ReactElement<{ onAnswer: (answer: object) => unknown }>;

/** Renders nothing, and passes the form's element on, because no test here runs in a browser. */
function CapturedForm({ onRender }: { onRender: (form: FormElement) => void }) {
  const performance = { id: 'night', types: [], sale: { is: 'on' }, numbered: false };
  const page = { performance, performances: [performance], most: 8, typed: {}, answer: null, plan: null };
  const { props } = TicketChoice({ page: page as unknown as Page<'choose_tickets'> }) as ReactElement<{
    children: [ReactElement, FormElement];
  }>;
  onRender(props.children[1]);
  return null;
}

test('the form that chooses tickets fetches the places left again after a conflict, but not after an invalid entry', () => {
  const refresh = vi.fn(async () => undefined);
  setActiveNavigation({ refresh } as unknown as Parameters<typeof setActiveNavigation>[0]);
  let form: FormElement | undefined;
  const onRender = (element: FormElement) => {
    form = element;
  };
  renderElementAt('/tickets/show/night', <CapturedForm onRender={onRender} />);
  form?.props.onAnswer({ code: 400, msg: 'Choose how many tickets.' });
  expect(refresh).not.toHaveBeenCalled();
  form?.props.onAnswer({ code: 409, msg: 'There are no places left. Your basket hasn’t changed.' });
  expect(refresh).toHaveBeenCalledOnce();
});
