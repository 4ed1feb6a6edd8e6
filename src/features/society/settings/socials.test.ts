import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyUrl } from '#tests/support/formats/arbitrary-texts.ts';
import { formatSocials, normaliseSocials, parseSocialEntries, parseSocials } from './socials.ts';

test('a social link has its label, or the name of its site', () => {
  expect(parseSocials('Our page|https://www.facebook.com/us, https://youtu.be/@us, lanternside.example')).toEqual([
    { label: 'Our page', href: 'https://www.facebook.com/us', site: 'facebook' },
    { label: 'YouTube', href: 'https://youtu.be/@us', site: 'youtube' },
    { label: 'lanternside.example', href: 'https://lanternside.example/', site: 'other' },
  ]);
});

test('a social link without http or https gets https://', () => {
  expect(parseSocials('Insta|www.instagram.com/us')[0]).toMatchObject({
    href: 'https://www.instagram.com/us',
    site: 'instagram',
  });
  expect(parseSocials('Old|http://old.example/')[0]?.href).toBe('http://old.example/');
});

test.each([
  'x|javascript:alert(1)',
  'x|data:text/html,hello',
  'x|',
  '|',
  '',
  'ftp://files.example',
  'https://user:secret@site.example/',
  'not a site',
  'localhost',
])('an entry without a usable web address is left out of the social links: %s', (bad) => {
  expect(parseSocials(`${bad}, facebook.com/us`).map(({ site }) => site)).toEqual(['facebook']);
});

test.each(['https://players.example/members/logout', 'players.example/members/api/delete_file/x'])(
  'a social link whose URL would perform an action when opened is left out: %s',
  (bad) => {
    expect(normaliseSocials(`${bad}, https://facebook.com/us`)).toBe('https://facebook.com/us');
  },
);

test('a host that only resembles a known site doesn’t get that site’s icon', () => {
  expect(parseSocials('facebook.com.evil.example, notfacebook.com').map(({ site }) => site)).toEqual([
    'other',
    'other',
  ]);
});

test('normalised social links have full URLs and no invalid entries', () => {
  expect(normaliseSocials('lanternside.example,Us|facebook.com/us , http://old.example, x|javascript:alert(1)')).toBe(
    'https://lanternside.example, Us|https://facebook.com/us, http://old.example',
  );
  expect(normaliseSocials('')).toBe('');
});

test('every parsed social link is a web address', () => {
  fc.assert(
    fc.property(fc.string(), anyUrl, (text, url) => {
      for (const { href, label } of parseSocials(`${text},a|${text},${url}`)) {
        expect(href).toMatch(/^https?:\/\/[^/]+\./);
        expect(label).not.toBe('');
      }
    }),
  );
});

test('formatted social links stay the same when they are parsed and formatted again', () => {
  expect(
    formatSocials([
      { label: 'Players, the | old', link: 'site.example/a,b|c' },
      { label: '', link: '' },
    ]),
  ).toBe('Players  the | old|site.example/a%2Cb%7Cc');
  fc.assert(
    fc.property(fc.array(fc.record({ label: fc.string(), link: fc.string() })), (entries) => {
      const written = formatSocials(entries);
      expect(formatSocials(parseSocialEntries(written))).toBe(written);
      expect(parseSocialEntries(written)).toHaveLength(
        entries.filter(({ label, link }) => label.replaceAll(',', '').trim() !== '' || link.trim() !== '').length,
      );
    }),
  );
});
