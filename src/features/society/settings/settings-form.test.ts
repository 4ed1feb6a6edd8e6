import { expect, test } from 'vitest';
import { Settings } from './settings.ts';
import { SettingsBody, toSettings } from './settings-form.ts';

const wrong = (form: Record<string, unknown>) => {
  const read = SettingsBody.safeParse(form);
  return read.success ? {} : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join(), message]));
};

test('a form with only some fields leaves the other settings unchanged', () => {
  const form = { 'site-name': ' Players ', 'tickets-active': '1', 'maps-url': '', unknown: 'x', accentHue: '3' };
  expect(toSettings(SettingsBody.parse(form))).toEqual({ siteName: 'Players', ticketsActive: '1', mapsURL: '' });
});

test('each field of the form changes a setting', () => {
  const { version: _, ...fields } = SettingsBody.shape;
  const changed = Object.keys(toSettings(fields as never));
  expect(changed).toHaveLength(Object.keys(fields).length);
  expect(Object.keys(Settings.shape)).toEqual(expect.arrayContaining(changed));
});

test.each([
  ['tickets-link', 'javascript:alert(1)'],
  ['tickets-link', 'tickets.example'],
  ['tickets-hero-photo', 'https://evil.example/a.png'],
  ['maps-url', 'https://evil.example/maps/embed'],
  ['maps-url', 'http://www.google.com/maps/embed?pb=1'],
  ['help-wiki', 'ftp://wiki.example'],
  ['help-wiki', 'https://players.example/members/logout'],
  ['tickets-link', 'https://players.example/members/./logout'],
  ['committee-mail', 'ann@players.example, nobody'],
  ['socials', 'Facebook|https://facebook.com/x, ???'],
  ['socials', 'players.example/members/logout'],
  ['registration', 'nobody'],
  ['second-factor-required', 'yes'],
  ['time-zone', 'Lanternside'],
  ['year-begins', '9'],
  ['accent-hue', '360'],
  ['accent-hue', 'red'],
  ['scarce-percent', '101'],
  ['scarce-percent', '-1'],
  ['scarce-percent', ''],
  ['keep-mail-months', '1.5'],
  ['keep-mail-months', ''],
  ['keep-bookings-months', ' '],
  ['keep-bookings-months', null],
  ['accent-hue', ''],
  ['keep-messages-months', '121'],
  ['site-name', '   '],
])('the setting %s is refused with the value “%s”', (name, value) => {
  expect(Object.keys(wrong({ [name]: value }))).toEqual([name]);
});

test('social links that can’t be parsed are named in the error', () => {
  expect(wrong({ socials: 'Us|players.example, ???, javascript:alert(1)' })).toEqual({
    socials: 'These can’t be read as links: ???, javascript:alert(1).',
  });
  expect(wrong({ socials: 'Us|players.example, ???' })).toEqual({ socials: 'This can’t be read as a link: ???.' });
});

test('the error about a web address that would perform an action here says so', () => {
  const signOut = 'https://players.example/members/logout';
  const action = expect.stringMatching(/does something on this site when it’s opened, such as signing out/);
  expect(wrong({ 'help-wiki': signOut })).toEqual({ 'help-wiki': action });
  expect(wrong({ socials: `Us|${signOut}` })).toEqual({
    socials: `A link can’t lead to an address that does something on this site when it’s opened, such as signing out: Us|${signOut}.`,
  });
});

test('the map is stored as the URL to embed, and a short link is refused with advice', () => {
  const frame = '<iframe src="https://www.google.com/maps/embed?pb=!1d2" width="600"></iframe>';
  expect(toSettings(SettingsBody.parse({ 'maps-url': frame }))).toEqual({
    mapsURL: 'https://www.google.com/maps/embed?pb=!1d2',
  });
  expect(wrong({ 'maps-url': 'https://maps.app.goo.gl/AbC' })['maps-url']).toMatch(/short link.*Embed a map/);
  expect(wrong({ 'maps-url': 'Mill Lane' })['maps-url']).toMatch(/There is no map in what you pasted/);
});
