import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, anyUrl } from '#tests/support/formats/arbitrary-texts.ts';
import { buildMapCsp, parseMapUrl } from './maps.ts';

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
