import { parseMapUrl } from './maps.ts';

const coordinate = '-?\\d{1,3}(?:\\.\\d+)?';
const pair = new RegExp(`^(${coordinate}),\\s*(${coordinate})$`);
/** The position of a place's pin in a Google Maps link. */
const googlePin = new RegExp(`!3d(${coordinate})!4d(${coordinate})`);
/** The centre and zoom of the map in a Google Maps link. */
const googleCentre = new RegExp(`/@(${coordinate}),(${coordinate}),(\\d{1,2}(?:\\.\\d+)?)z`);
const googleHost = /^(?:www\.|maps\.)?google(?:\.[a-z]{2,3}){1,2}$/;
const shortLink = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|osm\.org|bing\.com)$/;

/**
 * Advice for somebody who pasted a short link, which doesn't contain the place. It says how to copy a link that does.
 */
export const shortMapLinkAdvice =
  'The place can’t be read from this short link. Open it in your browser and copy the long address from there, or choose Share › Embed a map › Copy HTML in Google Maps.';

/**
 * Finds a map in a text copied from OpenStreetMap, Google Maps or Bing Maps: the URL of an embedded map, its whole
 * `<iframe>`, or a link to a place. Returns the URL to embed; undefined if there is no map.
 */
export function findMapUrl(pasted: string): string | undefined {
  const frame = /<iframe\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(pasted);
  const text = (frame ? (frame[1] ?? frame[2] ?? '').replaceAll('&amp;', '&') : pasted).trim();
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return (parseMapUrl(toEmbedUrl(url) ?? text) ?? undefined)?.embed;
}

/** Returns true for a short link, which doesn't contain the place. Only the map service knows where it leads. */
export const isShortMapLink = (pasted: string): boolean => {
  const text = pasted.trim();
  return URL.canParse(text) && shortLink.test(new URL(text).host);
};

/** Returns the URL of the map to embed for a link to a place; undefined for any other link. */
function toEmbedUrl(url: URL): string | undefined {
  if (url.host === 'www.openstreetmap.org') return embedOpenStreetMap(url);
  if (url.host === 'www.bing.com') return embedBing(url);
  return googleHost.test(url.host) ? embedGoogle(url) : undefined;
}

function embedGoogle(url: URL): string | undefined {
  if (!/^\/maps(?:$|\/(?:place|search)\/|\/@|\/$)/.test(url.pathname) && url.pathname !== '/') return undefined;
  const [, latitude, longitude] = googlePin.exec(url.href) ?? [];
  const [, north, east, zoom] = googleCentre.exec(url.pathname) ?? [];
  const name = /^\/maps\/(?:place|search)\/([^/@]+)/.exec(url.pathname)?.[1];
  const asked = url.searchParams.get('q') ?? url.searchParams.get('query') ?? decodeName(name);
  const place = latitude && longitude ? `${latitude},${longitude}` : (asked ?? (north && east && `${north},${east}`));
  if (!place) return undefined;
  const zoomed = url.searchParams.get('z') ?? zoom;
  const query = new URLSearchParams({
    q: place,
    ...(zoomed && { z: `${Math.round(Number(zoomed)) || 16}` }),
    output: 'embed',
  });
  return `https://maps.google.com/maps?${query}`;
}

function decodeName(name: string | undefined): string | undefined {
  try {
    return name && decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function embedOpenStreetMap({ pathname, hash, searchParams }: URL): string | undefined {
  if (pathname !== '/') return undefined;
  const [, zoom = '16', north, east] = new RegExp(`^#map=(\\d{1,2})/(${coordinate})/(${coordinate})`).exec(hash) ?? [];
  const place = `${searchParams.get('mlat') ?? north},${searchParams.get('mlon') ?? east}`;
  const [, latitude, longitude] = pair.exec(place) ?? [];
  if (!latitude || !longitude) return undefined;
  // At zoom level 0 a tile is 360° wide; each further level halves its width. The map extends one tile to the left and
  // right, and half a tile up and down
  const reach = 360 / 2 ** Math.min(Number(zoom), 19);
  const [y, x] = [Number(latitude), Number(longitude)];
  const box = [x - reach, y - reach / 2, x + reach, y + reach / 2].map((degrees) => degrees.toFixed(5));
  const query = new URLSearchParams({ bbox: box.join(','), layer: 'mapnik', marker: `${latitude},${longitude}` });
  return `https://www.openstreetmap.org/export/embed.html?${query}`;
}

function embedBing({ pathname, searchParams }: URL): string | undefined {
  const centre = searchParams.get('cp');
  if (!/^\/maps\/?$/.test(pathname) || !centre) return undefined;
  const query = new URLSearchParams({ h: '450', w: '600', cp: centre, lvl: searchParams.get('lvl') ?? '16' });
  return `https://www.bing.com/maps/embed?${query}`;
}
