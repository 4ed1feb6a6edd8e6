import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyCharacter, anyUrl } from '#tests/support/formats/arbitrary-texts.ts';
import { buildMapCsp, findMapUrl, isShortMapLink, parseMapUrl } from './maps.ts';

const osm =
  'https://www.openstreetmap.org/export/embed.html?bbox=-1.91%2C53.74%2C-1.90%2C53.75&marker=53.7430%2C-1.9060';
const google = 'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2483!2d-1.9060!3d53.7430!2m3!1f0';

describe('the about page embeds a map only of a known service', () => {
  it.each([
    [osm, 'https://www.openstreetmap.org/?mlat=53.7430&mlon=-1.9060#map=17/53.7430/-1.9060'],
    [google, 'https://www.google.com/maps/search/?api=1&query=53.7430%2C-1.9060'],
    [
      'https://maps.google.com/maps?q=Mill+Lane&output=embed',
      'https://www.google.com/maps/search/?api=1&query=Mill+Lane',
    ],
    ['https://www.google.com/maps/embed/v1/place?key=k&q=Hall', 'https://www.google.com/maps/search/?api=1&query=Hall'],
    ['https://www.bing.com/maps/embed?h=450&cp=53.743~-1.906', 'https://www.bing.com/maps?cp=53.743~-1.906&lvl=16'],
    ['https://www.openstreetmap.org/export/embed.html', 'https://www.openstreetmap.org/'],
  ])('a map is embedded from %s, and linked to as a separate page', (embed, link) => {
    expect(parseMapUrl(` ${embed} `)).toMatchObject({ embed, link });
  });

  it.each([
    '',
    'Mill Lane, behind the library',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://www.google.com/maps/embed',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://www.google.com/maps/embed',
    'http://www.google.com/maps/embed?pb=1',
    '//www.google.com/maps/embed',
    'https://www.google.com.evil.example/maps/embed',
    'https://evil.example/https://www.google.com/maps/embed',
    'https://www.google.com@evil.example/maps/embed',
    'https://www.google.com:pw@evil.example/maps/embed',
    'https://someone@www.google.com/maps/embed',
    'https://www.google.com:8443/maps/embed',
    'https://www.google.com./maps/embed',
    'https://www.goog1e.com/maps/embed',
    'https://www.gооgle.com/maps/embed', // two Cyrillic letters
    'https://www.google.com\\@evil.example/maps/embed',
    'https://www.google.com/url?q=https://evil.example',
    'https://www.google.com/maps/embedded',
    'https://www.google.com/maps/embed/../../url?q=https://evil.example',
    'https://www.openstreetmap.org/export/embed.html/../../user/evil',
    'https://maps.google.com/maps/../url',
    '<iframe src="https://www.google.com/maps/embed"></iframe>',
  ])('a map is never embedded from %s', (address) => expect(parseMapUrl(address)).toBeNull());

  it('a map is embedded only over https, and only from hosts that the content security policy allows', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          anyUrl,
          fc.string({ unit: anyCharacter }),
          fc.string().map((tail) => `${google}${tail}`),
        ),
        (address) => {
          const map = parseMapUrl(address);
          if (!map) return;
          const [source = '', ...others] = buildMapCsp(map.embed)['frame-src'] ?? [];
          expect(others).toEqual([]);
          expect(source).toContain(`https://${map.host}/`);
          expect(map.embed.startsWith(source)).toBe(true);
          expect(new URL(map.link).protocol).toBe('https:');
          expect(['www.openstreetmap.org', 'www.google.com', 'www.bing.com']).toContain(new URL(map.link).host);
        },
      ),
    ));
});

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
