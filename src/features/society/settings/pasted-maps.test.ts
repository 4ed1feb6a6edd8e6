import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter, anyUrl } from '#tests/support/formats/arbitrary-texts.ts';
import { parseMapUrl } from './maps.ts';
import { findMapUrl, isShortMapLink } from './pasted-maps.ts';

const embedded = 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2483!2d-1.9060!3d53.7430!2m3!1f0';

test.each([
  ['the address of an embedded map', embedded, embedded],
  [
    'Google’s “Copy HTML”',
    `<iframe src="${embedded}" width="600" height="450" style="border:0;" allowfullscreen="" loading="lazy"></iframe>`,
    embedded,
  ],
  [
    'OpenStreetMap’s HTML',
    '<iframe width="425" src="https://www.openstreetmap.org/export/embed.html?bbox=-1.9%2C53.7&amp;layer=mapnik"></iframe><br/><small></small>',
    'https://www.openstreetmap.org/export/embed.html?bbox=-1.9%2C53.7&layer=mapnik',
  ],
  [
    'the address of a place on Google Maps',
    'https://www.google.co.uk/maps/place/Mill+Lane+Hall/@53.74,-1.91,15z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d53.743!4d-1.906!16s?entry=ttu',
    'https://maps.google.com/maps?q=53.743%2C-1.906&z=15&output=embed',
  ],
  [
    'a place on Google Maps by name',
    'https://www.google.com/maps/place/Mill+Lane+Hall/',
    'https://maps.google.com/maps?q=Mill+Lane+Hall&output=embed',
  ],
  [
    'a search on Google Maps',
    'https://www.google.com/maps/search/?api=1&query=Mill+Lane',
    'https://maps.google.com/maps?q=Mill+Lane&output=embed',
  ],
  [
    'an old Google address that can’t be embedded as it is',
    'https://maps.google.com/maps?q=Mill+Lane&z=17',
    'https://maps.google.com/maps?q=Mill+Lane&z=17&output=embed',
  ],
  [
    'a marker on OpenStreetMap',
    'https://www.openstreetmap.org/?mlat=53.743&mlon=-1.906#map=16/53.743/-1.906',
    'https://www.openstreetmap.org/export/embed.html?bbox=-1.91149%2C53.74025%2C-1.90051%2C53.74575&layer=mapnik&marker=53.743%2C-1.906',
  ],
  [
    'the centre of Bing Maps',
    'https://www.bing.com/maps?cp=53.743~-1.906&lvl=15.2',
    'https://www.bing.com/maps/embed?h=450&w=600&cp=53.743%7E-1.906&lvl=15.2',
  ],
])('a map is found in %s', (_, pasted, url) => {
  expect(findMapUrl(` ${pasted}\n`)).toBe(url);
  // The URL of an embedded map stays the same when it is pasted again
  expect(findMapUrl(url)).toBe(url);
});

test.each([
  'https://maps.app.goo.gl/AbCdEf123',
  'https://www.google.com/maps/dir/Leeds/York',
  'https://www.openstreetmap.org/node/1',
  'https://www.google.com.evil.example/maps/place/Hall/',
  '<iframe src="https://evil.example/maps/embed"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  'Mill Lane 3',
])('no map is found in %s', (pasted) => expect(findMapUrl(pasted)).toBeUndefined());

test('a short link is recognised, so that the message can say how to get a full one', () => {
  expect(isShortMapLink(' https://maps.app.goo.gl/AbCdEf123')).toBe(true);
  expect(isShortMapLink('https://www.google.com/maps/dir/Leeds/York')).toBe(false);
});

test('in any pasted text, only a map that our pages can embed is found', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        anyUrl,
        anyUrl.map((url) => `<iframe src="${url}">`),
        fc.string({ unit: anyCharacter }).map((tail) => `https://www.google.com/maps/${tail}`),
        fc.string({ unit: anyCharacter }).map((tail) => `https://www.openstreetmap.org/#map=${tail}`),
      ),
      (pasted) => {
        const url = findMapUrl(pasted);
        if (url !== undefined) expect(parseMapUrl(url)?.embed).toBe(url);
      },
    ),
  ));
