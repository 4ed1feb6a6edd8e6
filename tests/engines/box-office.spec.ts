import { readPdf, splitPage } from '../support/formats/read-pdf.ts';
import { createHouse } from '../support/society/audience.ts';
import { withSiteData } from '../support/society/members.ts';
import { expect, test } from './journey.ts';
import { button, dialog, type ElementQuery, field, link, seat } from './user.ts';

const orders: ElementQuery = { css: 'aside[aria-label=Orders], [role=complementary][aria-label=Orders]' };
const handle = (name: string): ElementQuery => ({
  css: '[data-handle]',
  within: { css: 'li', name: new RegExp(name), within: orders },
});
const seated = (label: string, name: RegExp): ElementQuery => ({ ...seat(label), name });

test('a planner seats parties by mouse and by keys, selects no text, and saves the plan', async ({
  user,
  site,
  signInAs,
}) => {
  const { seater, performance } = await createHouse(site, {
    title: 'The Seated Party',
    parties: [
      ['Dora Quayle', 3],
      ['Peter Dunn', 4],
    ],
  });
  await signInAs(seater);
  await user.open(`/members/bookings/seating/${performance}`);
  const selection = () => user.evaluate(() => `${getSelection()}`);

  await test.step('the mouse places an order and moves a seat without selecting text', async () => {
    await user.drag(handle('Dora Quayle'), seat('C5'), async () => {
      expect(await selection(), 'selected while the mouse drags').toBe('');
    });
    await user.see(seated('C7', /Dora Quayle, 3 of 3/));
    await user.drag(seat('C7'), seat('D1'));
    await user.see(seated('D1', /Dora Quayle, 3 of 3/));
    await user.see(seated('C7', /free/));
    expect(await selection(), 'selected after a drag').toBe('');
  });

  await test.step('the keyboard picks up, seats and clears an order, and undoes that', async () => {
    await user.focus(button('Seat Peter Dunn'));
    await user.press('Enter');
    const focused: ElementQuery = { css: '[data-seat]:focus' };
    await user.see(focused);
    await user.press('Home');
    await user.press('ArrowDown');
    await user.press('Enter');
    await user.see({ ...focused, name: /Peter Dunn, 1 of 4/ });
    await user.press('Delete');
    await user.see({ ...focused, name: /free/ });
    await user.press('Control+z');
    await user.see({ ...focused, name: /Peter Dunn/ });
  });

  await user.click(button('Save plan'));
  await user.seeText('Plan saved.');
  await user.open(`/members/bookings/seating/${performance}`);
  await user.see(seated('D1', /Dora Quayle, 3 of 3/));
  await user.seeText(/7 \/ \d+ seats filled\./);
});

test.describe('people are checked in at the door without a network', () => {
  // Requests fail while the proxy is closed
  test.use({ expectedErrors: [/NetworkError|Load failed|Could not connect|cannot be established|Cannot load/i] });

  test('a steward checks people in without a network, and the check-ins are sent once the network is back', async ({
    user,
    site,
    connection,
    signInAs,
  }) => {
    const { seller, performance } = await withSiteData(site, async (a) => {
      const bea = await a.user({ firstname: 'Bea', lastname: 'Till' });
      await a.allow(bea, { bookings: true });
      // The performance is in an hour, because check-ins more than six hours before a performance are only practice
      const starts_at = new Date(Date.now() + 3_600_000).toISOString();
      const date = starts_at.slice(0, 10);
      const show = await a.show({ title: 'The Night Porter', first_date: date, date });
      return { seller: bea, performance: await a.performance({ show_id: show, starts_at }) };
    });
    await signInAs(seller);
    await user.open(`/members/bookings/door/${performance}`);
    await user.seeText('0 of 0 in');
    await user.click(button('Sell tickets'));
    await user.fill(field(/^Adult/, dialog()), '2');
    await user.fill(field(/^Name/, dialog()), 'Dorothy Foyer');
    await user.choose(field(/^How it’s paid/, dialog()), /cash/i);
    await user.click(button('Sell tickets', dialog()));
    await user.seeText('for Dorothy Foyer', dialog());
    await user.click(button('Close', dialog()));
    await user.seeText('0 of 2 in');
    const isCached = () =>
      user.evaluate(
        async () =>
          (await navigator.serviceWorker.getRegistration())?.active && Boolean(await caches.match(location.href)),
      );
    await expect.poll(isCached, { message: 'the page is stored for use without a network' }).toBe(true);

    await connection.goOffline();
    await user.click(button(/^Let all 2 in/));
    await user.seeText(/Working offline: .+ waiting to be sent\./);
    await user.seeText('2 of 2 in');

    await connection.goOnline();
    await user.seeNo({ css: 'main *', name: /^Working offline/ });
    await user.open(`/members/bookings/door/${performance}`);
    await user.seeText('2 of 2 in');
  });
});

test('tickets print nine to a sheet of A4 landscape @print', async ({ user, site, signInAs }) => {
  const names = ['Quayle', 'Adair', 'Zimmer', 'Marsh', 'Bowen', 'Dunn', 'Long', 'Osei', 'Prior', 'Hollis'];
  const { seater, performance, refs } = await createHouse(site, {
    title: 'The Long House',
    parties: names.map((name): [string, number] => [`Ann ${name}`, 1]),
    seats: (refs) => Object.fromEntries(refs.map((ref, index) => [`B${index + 1}`, ref])),
  });
  await signInAs(seater);
  await user.open(`/members/bookings/seating/${performance}`);
  await user.click(button('More'));
  await user.click(link('Tickets', { css: 'nav[aria-label=Print], [role=navigation][aria-label=Print]' }));
  await user.see({ css: 'h1', name: 'Printed tickets' });
  const sheets = await readPdf(await user.print());
  expect(sheets.length).toBe(2);
  // Sizes are in points; Firefox rounds up
  for (const { width, height } of sheets) {
    expect(Math.abs(width - 842)).toBeLessThanOrEqual(1);
    expect(Math.abs(height - 595)).toBeLessThanOrEqual(1);
  }
  const tickets = sheets
    .flatMap((sheet) => splitPage(sheet, { across: 3, down: 3 }))
    .map(({ text }) => text)
    .filter(Boolean);
  expect(tickets.length).toBe(names.length);
  // Firefox draws the names' typeface as outlines, so each ticket is recognised by its reference
  for (const ref of refs) expect(tickets.filter((text) => text.includes(ref)).length, ref).toBe(1);
});
