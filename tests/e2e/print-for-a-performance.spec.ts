import type { Page } from '@playwright/test';
import { joinWithoutSpaces, type PdfPage, readPdf, splitPage } from '../support/formats/read-pdf.ts';
import { expect, test } from '../support/screens/browser.ts';
import { createHouse } from '../support/society/audience.ts';
import { signIn } from '../support/society/members.ts';

const surnames = [
  ...['Quayle', 'Adair', 'Zimmer', 'Marsh', 'Bowen', 'Dunn', 'Long', 'Osei', 'Prior', 'Hollis', 'Whitby', 'Stone'],
  ...['Kershaw', 'Ives', 'Tudor', 'Vane', 'Upton', 'Nash', 'Lamb'],
];
/** A name nearly as long as a name may be (80 characters). No two seats of this party are next to each other. */
const longest = 'Wilhelmina Featherstonehaugh-Cholmondeley of Saint Bartholomew’s Reading Group';

/** Prints the page and returns the pages of the PDF. */
const printPages = async (page: Page) => readPdf(await page.pdf({ preferCSSPageSize: true }));

/** Returns the size of each sheet, in whole points: landscape A4 is 842 by 595. */
const formatSheetSizes = (sheets: readonly PdfPage[]) =>
  sheets.map(({ width, height }) => `${Math.round(width)} × ${Math.round(height)}`);
const a4Across = (count: number) => Array.from({ length: count }, () => '842 × 595');

test('the box office prints tickets, the wall plan, row labels and the door list for a performance', async ({
  page,
  context,
  open,
  site,
}) => {
  const title = 'The Persecution and Assassination of Jean-Paul Marat as Performed by the Inmates of Charenton';
  const { seater, performance, refs } = await createHouse(site, {
    title,
    author: 'Peter Weiss, Geoffrey Skelton and Adrian Mitchell',
    rows: 40,
    parties: [
      [longest, 40],
      ...surnames.map((name): [string, number] => [`Ann ${name}`, 3]),
      ['王伟', 2],
      ['Bea Short', 2],
    ],
    seats: (all) =>
      Object.fromEntries([
        ...Array.from({ length: 40 }, (_, at) => [`${'ACEGIKMOQS'[at % 10]}${2 * Math.floor(at / 10) + 1}`, all[0]]),
        ...surnames.flatMap((_, at) =>
          [4, 5, 6].map((number) => [`${'BDFHJLNPRTUVWXYZ'[at % 16]}${number + 3 * Math.floor(at / 16)}`, all[at + 1]]),
        ),
        ...['AA7', 'AA8'].map((seat) => [seat, all[20]]),
      ]),
  });
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const paper = page.getByRole('navigation', { name: 'Print' });
  const more = page.getByText('More', { exact: true });

  await test.step('tickets print nine to a sheet by last name, none cut, and missing parties are named', async () => {
    await more.click();
    await paper.getByRole('link', { name: 'Tickets' }).click();
    await expect(page.getByRole('heading', { name: 'Printed tickets' })).toBeVisible();
    await expect(page.getByText('21 orders on 3 sheets of A4 landscape, nine to a sheet.')).toBeVisible();
    const others = page.getByRole('note').filter({ hasText: 'One order isn’t included here' });
    await expect(others.getByRole('link', { name: '王伟' })).toBeVisible();
    const sheets = await printPages(page);
    expect(formatSheetSizes(sheets)).toEqual(a4Across(3));
    const tickets = sheets.flatMap((sheet) => splitPage(sheet, { across: 3, down: 3 }));
    const named = tickets.filter(({ text }) => text !== '');
    expect(named.length).toBe(21);
    for (const { text, written, right, bottom } of named) {
      for (const once of [
        'LanternsidePlayerspresents',
        joinWithoutSpaces([{ text: title, x: 0, y: 0, width: 0 }]).slice(0, 24),
      ]) {
        expect(text.split(once).length, `${once} in ${text}`).toBe(2);
      }
      expect(text).toContain('byPeterWeiss');
      expect(text).toContain('Saturday6March2027at7.30pm');
      for (const one of written) expect(one.x + one.width, one.text).toBeLessThan(right);
      for (const one of written) expect(one.y, one.text).toBeLessThan(bottom - 3);
    }
    const initials = named.map(({ written }) => written.find(({ text }) => /^[A-Z]$/.test(text))?.text);
    expect(initials.join('')).toBe('ABDGHIKLLMNOPQSSTUVWZ');
    expect(named[0]?.text).toContain('AnnAdair');
    expect(named[0]?.text).toContain('2programmes');
    // Forty seats that can't be combined into ranges
    const apart = named.find(({ text }) => text.includes('Wilhelmina'))?.text ?? '';
    for (const row of 'ACEGIKMOQS') expect(apart).toContain(`${row}1,${row}3,${row}5,${row}7`);
    expect(apart).toContain('20programmes');
    // The page is drawn as for printing, and nothing on a ticket may be larger than the ticket
    await page.emulateMedia({ media: 'print' });
    const cut = await page
      .locator('[data-ticket]')
      .evaluateAll(
        (all) => all.filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth).length,
      );
    expect(cut).toBe(0);
    await page.emulateMedia({ media: null });
  });

  await test.step('a single ticket can be printed again, and so can a ticket that isn’t in the list', async () => {
    await page.getByRole('link', { name: 'Print this ticket for Bea Short' }).click();
    await expect(page.locator('[data-ticket]')).toHaveCount(1);
    const again = await printPages(page);
    expect(again.length).toBe(1);
    const [ticket, ...rest] = splitPage(again[0] ?? { width: 1, height: 1, written: [] }, { across: 3, down: 3 });
    expect(ticket?.text).toContain('BeaShort');
    expect(ticket?.text).toContain('2seats:');
    expect(ticket?.text).toContain(`1programme${refs[21]}`);
    expect(rest.map(({ text }) => text).join('')).toBe('');
    await page.getByRole('link', { name: 'All tickets for this performance' }).click();
    await page.getByRole('note').getByRole('link', { name: '王伟' }).click();
    await expect(page.getByRole('heading', { name: '王伟', exact: true })).toBeVisible();
    expect((await printPages(page)).length).toBe(1);
  });

  await test.step('the wall plan has every row once, a party’s name, and no text outside its sheets', async () => {
    await page.getByRole('link', { name: 'Seating plan' }).click();
    await more.click();
    await paper.getByRole('link', { name: 'Wall plan' }).click();
    await expect(page.getByRole('heading', { name: 'Seat plan' })).toBeVisible();
    const sheets = await printPages(page);
    expect(formatSheetSizes(sheets)).toEqual(a4Across(3));
    const written = sheets.flatMap((sheet) => sheet.written);
    const rows = written.filter(({ text, x }) => /^[A-Z]{1,2}$/.test(text) && x < 100).map(({ text }) => text);
    expect(rows.join(' ')).toBe(
      'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA AB AC AD AE AF AG AH AI AJ AK AL AM AN',
    );
    expect(joinWithoutSpaces(written)).toContain('AnnQuayle');
    for (const { width, height, written: own } of sheets) {
      expect(own.length).toBeGreaterThan(12);
      for (const one of own) expect(one.x + one.width, one.text).toBeLessThan(width - 20);
      for (const one of own) expect(one.y, one.text).toBeLessThan(height - 20);
    }
  });

  await test.step('each row has labels for both ends, and the door list prints', async () => {
    await page.getByRole('link', { name: 'Seating plan' }).click();
    await more.click();
    await paper.getByRole('link', { name: 'Row labels' }).click();
    await expect(page.getByRole('heading', { name: 'Row labels' })).toBeVisible();
    const sheets = await printPages(page);
    expect(formatSheetSizes(sheets)).toEqual(a4Across(9));
    const labels = sheets.flatMap((sheet) => splitPage(sheet, { across: 3, down: 3 })).map(({ text }) => text);
    expect(labels.slice(0, 3)).toEqual(['ASeats1–6', 'ASeats7–12', 'BSeats1–6']);
    expect(labels.filter((text) => text !== '').length).toBe(80);
    await page.getByRole('link', { name: 'Seating plan' }).click();
    await more.click();
    await paper.getByRole('link', { name: 'Door list' }).click();
    await expect(page.getByRole('heading', { name: 'Door list' })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Quayle, Ann' })).toBeVisible();
    // The sheets are A4 portrait, whatever the printer's default
    expect(new Set(formatSheetSizes(await printPages(page)))).toEqual(new Set(['595 × 842']));
  });

  await test.step('a small house fills its sheet and is legible from a distance', async () => {
    const small = await createHouse(site, {
      title: 'Art',
      rows: 8,
      parties: [['Ann Quayle', 3]],
      seats: ([ref = '']) => ({ A1: ref, A2: ref, A3: ref }),
    });
    await signIn(site, context, small.seater);
    await open(`/members/bookings/seating/${small.performance}/wall`);
    const [sheet, ...others] = await printPages(page);
    expect(others).toEqual([]);
    const last = sheet?.written.find(({ text, x }) => text === 'H' && x < 100);
    expect(last?.y).toBeGreaterThan(450);
  });
});
