import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webAddress } from '#tests/support/formats/arbitrary-texts.ts';
import { formatSocials, parseSocialEntries } from './social-entries.ts';
import { normaliseSocials, parseSocials } from './socials.ts';

test('a label and a link, or an address alone that is called by its site', () => {
  expect(parseSocials('Our page|https://www.facebook.com/us, https://youtu.be/@us, lanternside.example')).toEqual([
    { label: 'Our page', href: 'https://www.facebook.com/us', site: 'facebook' },
    { label: 'YouTube', href: 'https://youtu.be/@us', site: 'youtube' },
    { label: 'lanternside.example', href: 'https://lanternside.example/', site: 'other' },
  ]);
});

test('https:// is put before a link that has neither http nor https', () => {
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
])('an entry that leads nowhere on the web is left out, and the others stand: %s', (bad) => {
  expect(parseSocials(`${bad}, facebook.com/us`).map(({ site }) => site)).toEqual(['facebook']);
});

test.each(['https://players.example/members/logout', 'players.example/members/api/delete_file/x'])(
  'a link that would act when it is followed is left out of what is sent: %s',
  (bad) => {
    expect(normaliseSocials(`${bad}, https://facebook.com/us`)).toBe('https://facebook.com/us');
  },
);

test('a host that only looks like another has no borrowed sign', () => {
  expect(parseSocials('facebook.com.evil.example, notfacebook.com').map(({ site }) => site)).toEqual([
    'other',
    'other',
  ]);
});

test('another client gets whole addresses, with or without a label, and none that leads nowhere', () => {
  expect(normaliseSocials('lanternside.example,Us|facebook.com/us , http://old.example, x|javascript:alert(1)')).toBe(
    'https://lanternside.example, Us|https://facebook.com/us, http://old.example',
  );
  expect(normaliseSocials('')).toBe('');
});

test('whatever is written, every link leads to a web address', () => {
  fc.assert(
    fc.property(fc.string(), webAddress, (text, url) => {
      for (const { href, label } of parseSocials(`${text},a|${text},${url}`)) {
        expect(href).toMatch(/^https?:\/\/[^/]+\./);
        expect(label).not.toBe('');
      }
    }),
  );
});

test('a list that is written from its entries has them again, whatever was typed into a name or an address', () => {
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
