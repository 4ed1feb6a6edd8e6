import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Page } from '#platform/shared/pages.ts';
import { createInitialSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import ContactPage from './contact-page.tsx';

const run = { first_date: '2027-04-14', first_date_precision: 'day', date: '2027-04-17', date_precision: 'day' };
const page = { type: 'contact', title: 'Say hello', sent: false, typed: {} } as Page<'contact'>;

function drawn(next_show: object): string {
  const site = { next_show: { title: '', venue: '', link: '/x', playing: '', ...run, ...next_show } };
  const view = { path: '/contact', query: '', page, screen: { default: () => null } };
  // biome-ignore lint/suspicious/noExplicitAny: the page reads no more of the site
  const snapshot = createInitialSnapshot({ ...view, site: { ...site, current_user: { id: '' } } } as any, {
    visit: '1',
    entry: '1',
  });
  return renderToString(
    <NavigationContext value={{ subscribe: () => () => {}, snapshot: () => snapshot, first: snapshot }}>
      <ContactPage page={page} />
    </NavigationContext>,
  );
}

test('the contact page names the next show and its venue, if they are known', () => {
  expect(drawn({ title: 'Hamlet', venue: 'Lanternside Hall' })).toMatch(/Next on stage.*Hamlet.*Lanternside Hall/);
  expect(drawn({ title: 'Hamlet' })).toMatch(/Next on stage.*Hamlet/);
  expect(drawn({})).not.toContain('In person');
});
