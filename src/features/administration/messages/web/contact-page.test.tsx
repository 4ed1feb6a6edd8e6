import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import ContactPage from './contact-page.tsx';

const run = { first_date: '2027-04-14', first_date_precision: 'day', date: '2027-04-17', date_precision: 'day' };
const page = { type: 'contact', title: 'Say hello', sent: false, typed: {} } as Page<'contact'>;

function renderPage(next_show: object): string {
  const site = { next_show: { title: '', venue: '', link: '/x', playing: '', ...run, ...next_show } };
  return renderElementAt('/contact', <ContactPage page={page} />, {
    page,
    site: { ...site, current_user: { id: '' } },
  });
}

test('the contact page names the next show and its venue, if they are known', () => {
  expect(renderPage({ title: 'Hamlet', venue: 'Lanternside Hall' })).toMatch(/Next on stage.*Hamlet.*Lanternside Hall/);
  expect(renderPage({ title: 'Hamlet' })).toMatch(/Next on stage.*Hamlet/);
  expect(renderPage({})).not.toContain('In person');
});
