import { expect, test } from 'vitest';
import type { EditShowContent } from '../../contract.ts';
import type { ShowDraft } from '../../show-draft.ts';
import { formatArchiveAdvice, formatCancelledShowAdvice, formatUpcomingPerformances } from './archive-show.tsx';
import { listNextSteps } from './edit-show-page.tsx';
import { formatNewShowAdvice } from './use-show-editor.ts';

const site = { today: '2027-04-14', memberNavItemsToShow: { bookings: true } };
const show = {
  id: 'show',
  title: 'Hamlet',
  date: '2027-04-17',
  date_precision: 'day',
  archived: false,
  cancelled: false,
};
/** The editor of a show that is performed on 17 April 2027. */
const editor = (details: Partial<EditShowContent['showDetails']>, performances: string[] = []) =>
  ({
    showDetails: { ...show, ...details },
    currentRoles: [],
    upcoming_performances: performances,
  }) as unknown as EditShowContent;
const labels = (page: EditShowContent, visitor = site) => listNextSteps(page, visitor).map(({ label }) => label);

test('the editor of a saved show links to the show’s page and, while the show needs performances, to the form that adds performances', () => {
  expect(listNextSteps(editor({}), site)).toEqual([
    { label: 'View on the site', href: '/past-shows/show/Hamlet' },
    { label: 'Add performances', href: '/members/bookings?show=show#manage-performances' },
  ]);
  expect(labels(editor({}, ['2027-04-17T14:30:00+01:00']))).toEqual(['View on the site']);
  expect(labels(editor({ date: '2019-05-04' }))).toEqual(['View on the site']);
  expect(labels(editor({ cancelled: true }))).toEqual(['View on the site']);
  expect(labels(editor({}), { ...site, memberNavItemsToShow: { bookings: false } })).toEqual(['View on the site']);
  expect(labels(editor({ archived: true }))).toEqual([]);
  expect(labels(editor({ id: '' }))).toEqual([]);
});

test('the message about a new show suggests adding performances only to an upcoming show that isn’t cancelled', () => {
  const add = 'It’s now on the site. Next, add its performances in Manage Bookings.';
  const edit = 'It’s now on the site. You can edit it here at any time.';
  const advise = (date: string, cancelled = false) => {
    const texts = { date, first_date: '' } as ShowDraft['texts'];
    return formatNewShowAdvice({ texts, cancelled }, site);
  };
  expect(advise('17 April 2027')).toBe(add);
  expect(advise('4 May 2019')).toBe(edit);
  expect(advise('17 April 2027', true)).toBe(edit);
});

test('the question before archiving a show says how many performances the show still has, and when the first is', () => {
  const tonight = '2027-04-14T19:30:00+01:00';
  const saturday = '2027-04-17T14:30:00+01:00';
  const today = '2027-04-14';
  expect(formatUpcomingPerformances([tonight], today)).toBe('It still has a performance today at 7.30pm.');
  expect(formatUpcomingPerformances([tonight, saturday], today)).toBe(
    'It still has 2 performances, the first today at 7.30pm.',
  );
  expect(formatUpcomingPerformances([saturday], today)).toBe(
    'It still has a performance on Saturday 17 April 2027 at 2.30pm.',
  );
});

test('the advice on archiving or cancelling a show names Manage Bookings if the user has it, else the box office', () => {
  const note = 'online payments are then refunded, and you see who has to be told.';
  expect(formatArchiveAdvice(1, { bookings: true })).toBe(
    `If it takes place, archive the show afterwards. If not, cancel it in Manage Bookings first: ${note}`,
  );
  expect(formatArchiveAdvice(2, { bookings: false })).toBe(
    'If they take place, archive the show after the last one. If not, ask the box office to cancel each of them first.',
  );
  const ends = 'This ends the sale of tickets, but refunds nobody.';
  expect(formatCancelledShowAdvice({ bookings: true })).toBe(
    `${ends} Cancel each performance in Manage Bookings: ${note}`,
  );
  expect(formatCancelledShowAdvice({})).toBe(`${ends} Ask the box office to cancel each performance.`);
});
