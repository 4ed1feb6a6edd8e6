import { createShowWithPictures } from '../support/formats/pictures.ts';
import { fetchPersonNamed } from '../support/society/archive.ts';
import { withSiteData } from '../support/society/members.ts';
import { expect, test } from './journey.ts';
import { button, dialog, type ElementQuery, field, link, option } from './user.ts';

test('the front page fits the window, has its fonts, and leads to the next show and back', async ({ user }) => {
  await user.open('/');
  await user.seeText('Blithe Spirit');
  const { scroll, window } = await user.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(scroll, 'the page is no wider than the window').toBeLessThanOrEqual(window);
  const failed = await user.evaluate(() => [...document.fonts].filter(({ status }) => status === 'error').length);
  expect(failed, 'fonts that did not load').toBe(0);
  await user.see(link(/^Book tickets/));
  const poster: ElementQuery = { css: 'a:has(> * > img[alt^="Poster: more about"])' };
  const title = (await user.readAltText(poster)).replace('Poster: more about ', '');
  await user.click(poster);
  await user.seeUrl(/^\/.+/);
  await user.see({ css: 'h1', name: title });
  await user.goBack();
  await user.seeUrl(/^\/$/);
  await user.see(link(/^Book tickets/));
});

test('filtering by a person’s name lists that person’s shows, and Back from one of them returns to that list', async ({
  user,
  site,
}) => {
  const { titles } = await fetchPersonNamed(site.url, 'Margaret Ashdown');
  const shows: ElementQuery = {
    css: 'h2',
    within: { css: '[role=region][aria-label=Shows], section[aria-label=Shows]' },
  };
  await user.open('/past-shows');
  await user.click({ css: 'summary', name: 'Filters' });
  await user.click(button(/^Member/));
  await user.fill({ css: '[role=combobox][aria-label=Member], input[role=combobox]' }, 'margaret ash');
  await user.see(option(/Margaret Ashdown/));
  await user.press('ArrowDown');
  await user.press('Enter');
  await user.press('Escape');
  await user.seeText(`${titles.length} shows`);
  await expect.poll(() => user.readAll(shows)).toEqual(titles);
  await user.seeUrl(/[?&]member=/);
  await user.click(link(titles[0]));
  await user.see({ css: 'h1', name: titles[0] ?? '' });
  await user.goBack();
  await expect.poll(() => user.readAll(shows)).toEqual(titles);
});

test('a click opens the gallery, arrow keys change the picture, and Escape and Back close it', async ({
  user,
  site,
}) => {
  const show = await withSiteData(site, (_, db, storage) => createShowWithPictures(db, storage, 6));
  const photo = (number: number) => link(new RegExp(`^Photo ${number} of 6:`));
  const viewer = dialog(/Photo/);
  await user.open(show);
  await user.click(photo(2));
  await user.seeText(/Photo 2 of 6/, dialog());
  await user.press('ArrowRight');
  await user.seeText(/Photo 3 of 6/, dialog());
  await user.press('Home');
  await user.seeText(/Photo 1 of 6/, dialog());
  await user.press('ArrowLeft');
  await user.seeText(/Photo 6 of 6/, dialog());
  await user.press('Escape');
  await user.seeNo(viewer);
  await user.seeFocusOn(photo(2));
  await user.click(photo(1));
  await user.seeText(/Photo 1 of 6/, dialog());
  await user.goBack();
  await user.seeNo(viewer);
  await user.see(photo(1));
});

test('the search finds shows while somebody types, and the arrow keys move through the results', async ({ user }) => {
  await user.open('/');
  await user.click(link('Search'));
  await user.seeUrl(/^\/search/);
  const box: ElementQuery = { css: 'main input[type=search]' };
  const first: ElementQuery = { css: 'main li a', name: 'Blithe Spirit' };
  await user.fill(box, 'blithe');
  await user.see(first);
  await user.seeUrl(/^\/search\?q=blithe$/);
  await user.press('ArrowDown');
  await user.seeFocusOn(first);
  await user.press('Enter');
  await user.see({ css: 'h1', name: 'Blithe Spirit' });
  await user.goBack();
  await user.see(first);
  expect(await user.readValue(box)).toBe('blithe');
});

test('a contact message without a name gets an error at that field, and is sent once corrected', async ({ user }) => {
  await user.open('/contact');
  await user.fill(field(/^Your name/), '   ');
  await user.fill(field(/^Email or phone number/), 'margaret@example.org');
  await user.choose(field(/^What is it about/), 'Tickets');
  await user.fill(field(/^Message/), 'Is there a seat for my assistance dog?');
  await user.click(button('Send message'));
  await user.seeText('Enter your name.');
  await user.seeFocusOn(field(/^Your name/));
  await user.fill(field(/^Your name/), 'Margaret Ashdown');
  await user.click(button('Send message'));
  await user.seeText('Your message has been sent successfully!');
  await expect.poll(() => user.readValue(field(/^Message/))).toBe('');
});
