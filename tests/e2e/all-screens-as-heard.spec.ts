// The accessibility trees of five screens, as a screen reader presents them: names, order and live regions. The comment
// above each snapshot says what matters in it. Children that a snapshot leaves out aren't compared, so texts, dates and
// counts that change are left out or matched by a pattern. The file's name sorts it before the journeys that schedule
// shows, like the name of `all-screens.spec.ts`.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';
import { createUserWith, findDemoPerformance, signIn } from '../support/society/members.ts';

const landmark = /^\s*- '?(banner|complementary|contentinfo|form|main|navigation|region|search)\b(?: "([^"]*)")?/;

/**
 * Checks that the page has an unnamed `main` landmark, that no two landmarks have the same name, whatever their roles,
 * and that no two of the same role are unnamed.
 */
async function expectDistinctLandmarks(page: Page): Promise<void> {
  const tree = await page.locator('body').ariaSnapshot();
  const names = tree.split('\n').flatMap((line) => {
    const [, role, name = ''] = landmark.exec(line) ?? [];
    return role === undefined ? [] : [name || `unnamed ${role}`];
  });
  expect(names).toContain('unnamed main');
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
}

test('a screen reader reads the front page as the next show, its performances, “Coming up” and “From our archive”', async ({
  page,
  open,
}) => {
  await open('/');
  await expectDistinctLandmarks(page);
  // Checked in this snapshot: one h1, a way past the navigation, the month in each performance, “opens in a new tab”,
  // and different names for the banner, the performances and the side column
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the main content"
    - status
    - alert
    - complementary "Now booking":
      - link "Book tickets (opens in a new tab)"
    - banner:
      - navigation "Main"
    - main:
      - region "Blithe Spirit":
        - paragraph: Our next show
        - heading "Blithe Spirit" [level=1]
        - 'link "Poster: more about Blithe Spirit"'
      - region "Tickets":
        - list:
          - listitem:
            - link /^Wed \\d+ \\w+ 7\\.30pm \\w/
          - listitem:
            - link /^Thu \\d+ \\w+ 7\\.30pm \\w/
          - listitem:
            - link /^Fri \\d+ \\w+ 7\\.30pm Sold out/
          - listitem:
            - link /^Sat \\d+ \\w+ 7\\.30pm \\w/
        - link "Book tickets (opens in a new tab)"
      - region "Coming up":
        - heading "Coming up" [level=2]
      - region "From our archive":
        - heading "From our archive" [level=2]
      - complementary "More from Lanternside Players"
    - contentinfo:
      - navigation "Footer"
      - group "Lighting"
  `);
});

test('a screen reader reads a show’s page as title, dated performances, facts, people and photographs', async ({
  page,
  open,
  site,
}) => {
  const { show } = await findDemoPerformance(site, 0);
  await open(`/past-shows/${show}/Blithe_Spirit`);
  await expectDistinctLandmarks(page);
  // Checked in this snapshot: one h1, links that name their performance, the poster's description, facts after the
  // title and before the people, roles next to names, and no live region, because nothing changes by itself
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - article:
        - heading "Blithe Spirit" [level=1]
        - list:
          - listitem:
            - link /^Book for Wednesday \\d+ \\w+, 7\\.30pm/
          - listitem:
            - link /^Book for Thursday \\d+ \\w+, 7\\.30pm/
          - listitem:
            - link /^Waiting list for Friday \\d+ \\w+, 7\\.30pm/
          - listitem:
            - link /^Book for Saturday \\d+ \\w+, 7\\.30pm/
        - 'img "Poster: Blithe Spirit by Noël Coward"'
        - link "Book tickets (opens in a new tab)"
        - complementary "At a glance":
          - term: Season
          - definition: /^\\w+ \\d{4}$/
          - term: Genre
          - definition: Comedy
        - heading "The cast" [level=2]
        - term: Edith
        - definition:
          - link "Daisy Ferrar"
        - heading "Behind the scenes" [level=2]
        - region "Photographs":
          - heading "Photographs" [level=2]
  `);
});

test('a seat is named by row, number and state; the price and chosen seats are live regions', async ({
  page,
  open,
  site,
}) => {
  await open(`/tickets/${(await findDemoPerformance(site, 1)).id}`);
  const more = page.getByRole('button', { name: 'Add one Full price ticket' });
  await more.click();
  await more.click();
  await page.getByRole('button', { name: 'Row G seat 3, free' }).click();
  await expectDistinctLandmarks(page);
  // Checked in this snapshot: the performances before the questions, two live regions (price and seats), rows named by
  // their letter, seats named in full with their state, and the button after everything that it sends
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Blithe Spirit" [level=1]
      - list "Progress":
        - listitem:
          - link "Performance"
        - listitem: Tickets
        - listitem: Details and payment
      - navigation "Which performance?":
        - heading "Which performance?" [level=2]
        - list:
          - listitem:
            - link /^Wed \\d+ \\w+ 7\\.30pm \\w/
          - listitem:
            - link /^Thu \\d+ \\w+ 7\\.30pm \\w/
      - group "How many tickets?":
        - button "Remove one Full price ticket"
        - textbox "Full price"
        - button "Add one Full price ticket"
      - status: 2 tickets, £25.00
      - combobox "How many of you use a wheelchair?"
      - region "Choose your seats":
        - heading "Choose your seats" [level=2]
        - button "Choose the best seats"
        - status:
          - strong: G3, G4.
        - grid "Seats":
          - row "Row A":
            - rowheader "A"
            - gridcell "Row A seat 1, wheelchair space, free"
          - row "Row E":
            - gridcell "Row E seat 1, restricted view, free"
          - row "Row G":
            - gridcell "Row G seat 2, free":
              - button "Row G seat 2, free"
            - gridcell "Row G seat 3, yours":
              - button "Row G seat 3, yours" [pressed]
            - gridcell "Row G seat 4, yours":
              - button "Row G seat 4, yours" [pressed]
        - list:
          - listitem: Yours
          - listitem: Free
          - listitem: Taken
      - complementary "Your selection"
      - button "Add to basket"
  `);
});

test('a screen reader reads a basket as the end of its hold, its tickets and the payment form', async ({
  page,
  open,
  site,
}) => {
  await open(`/tickets/${(await findDemoPerformance(site, 1)).id}`);
  await page.getByRole('button', { name: 'Add one Full price ticket' }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await expect(page).toHaveURL(/\/tickets\/basket$/);
  await expectDistinctLandmarks(page);
  // Checked in this snapshot: the time left without its countdown, which would be read out each second; a live region
  // for its last minutes; the performance with its full date; the sum before the form, and again on the button
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Your basket" [level=1]
      - list "Progress"
      - paragraph:
        - text: Held for you until
        - strong: /^\\d+(\\.\\d+)?[ap]m$/
        - status
      - region "Tickets":
        - heading "Blithe Spirit" [level=2]
        - heading /^\\w+day \\d+ \\w+ \\d+ at 7\\.30pm$/ [level=3]
        - list:
          - listitem: 1 Full price £12.50
        - link "Choose different seats"
        - link "Add another performance"
        - button "Empty basket"
        - paragraph:
          - text: To pay
          - strong: £12.50
      - region "Pay":
        - heading "Pay" [level=2]
        - textbox "Your name"
        - textbox "Email"
        - textbox "Phone number (optional)"
        - group "Do you need any of these?":
          - checkbox "A wheelchair space"
          - checkbox "The hearing loop"
        - textbox "Anything else?"
        - region "Card"
        - button "Pay £12.50"
        - alert
        - status
  `);
  await page.getByRole('button', { name: 'Empty basket' }).click();
  await expect(page.getByRole('main').getByText('Your basket is empty.')).toBeVisible();
});

test('a screen reader reads the seating planner as tools, rows with each seat’s party, and orders', async ({
  page,
  context,
  open,
  site,
}) => {
  const seller = await createUserWith(site, { firstname: 'Nora', lastname: 'Listener' }, { bookings: true });
  await signIn(site, context, seller);
  await open(`/members/bookings/seating/${(await findDemoPerformance(site, 1)).id}`);
  await expectDistinctLandmarks(page);
  // Checked in this snapshot: the performance as h1, one live region before the plan, rows named by their letter, and
  // orders whose buttons name the party
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph:
        - link "Manage Bookings"
      - heading /^Thu \\d+ \\w+, 7\\.30pm$/ [level=1]
      - paragraph: /seats filled/
      - status
      - region "Seating plan and tools":
        - group "Rows":
          - button "Remove row H"
          - status: "8"
          - button "Add a row"
        - checkbox "Edit hidden seats"
        - button "Undo" [disabled]
        - button "Redo" [disabled]
        - grid "Seating plan":
          - row "Row A":
            - rowheader "A"
            - gridcell "Row A seat 1, free, wheelchair space"
            - gridcell "Row A seat 3, Walter Finch, 1 of 5"
          - row "Row H":
            - rowheader "H"
        - heading "House seats" [level=2]
        - list:
          - listitem:
            - button "Change… C6, C7"
      - complementary "Orders":
        - searchbox "Find an order"
        - heading /^To seat/ [level=2]
        - heading /^Seated/ [level=2]
        - list:
          - listitem:
            - paragraph:
              - button "Walter Finch"
            - button "Unseat Walter Finch"
  `);
});
