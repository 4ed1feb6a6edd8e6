/** A map that our pages can embed. */
export interface EmbeddedMap {
  /** The URL of the frame. */
  embed: string;
  /** The URL of the same place on the map service's own page, or of the service if the place is unknown. */
  link: string;
  /** The site that the visitor's browser contacts when the map is shown. */
  host: string;
}

/** The map services that can be embedded, each with its URLs and its source for the CSP. */
const mapServices: { host: string; path: RegExp; source: string; link: (url: URL) => string }[] = [
  {
    host: 'www.openstreetmap.org',
    path: /^\/export\/embed\.html$/,
    source: 'https://www.openstreetmap.org/export/',
    link: buildOpenStreetMapLink,
  },
  {
    host: 'www.google.com',
    path: /^\/maps\/(d\/)?embed(\/|$)/,
    source: 'https://www.google.com/maps/',
    link: buildGoogleLink,
  },
  { host: 'maps.google.com', path: /^\/maps$/, source: 'https://maps.google.com/maps', link: buildGoogleLink },
  { host: 'www.bing.com', path: /^\/maps\/embed$/, source: 'https://www.bing.com/maps/', link: buildBingLink },
];

/** Returns the CSP `frame-src` for a page with this map, which allows only its service. */
export function buildMapCsp(embed = ''): { 'frame-src'?: string[] } {
  const map = mapServices.find(({ source }) => embed.startsWith(source));
  return map ? { 'frame-src': [map.source] } : {};
}

/**
 * Parses the URL of an embedded map: https, a known host and path, and no user name, password or port. Returns null for
 * anything else.
 */
export function parseMapUrl(address: string): EmbeddedMap | null {
  const text = address.trim();
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const map = mapServices.find(({ host, path }) => host === url.host && path.test(url.pathname));
  return map ? { embed: url.href, link: map.link(url), host: map.host } : null;
}

const coordinate = /^-?\d{1,3}(\.\d+)?$/;

/** Returns latitude and longitude in degrees if both are numbers, otherwise null. */
function toCoordinates(latitude: string | undefined, longitude: string | undefined): [string, string] | null {
  if (latitude === undefined || longitude === undefined) return null;
  return coordinate.test(latitude) && coordinate.test(longitude) ? [latitude, longitude] : null;
}

function buildOpenStreetMapLink({ searchParams }: URL): string {
  const [latitude, longitude] = (searchParams.get('marker') ?? '').split(',');
  const marked = toCoordinates(latitude, longitude);
  if (!marked) return 'https://www.openstreetmap.org/';
  const [north, east] = marked;
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`;
}

/**
 * Builds a link to Google Maps from an embedded map's URL, which has the place in `q`, or in `pb` as
 * !2d{longitude}!3d{latitude}.
 */
function buildGoogleLink({ searchParams }: URL): string {
  const [, longitude, latitude] = /!2d(-?[\d.]+)!3d(-?[\d.]+)/.exec(searchParams.get('pb') ?? '') ?? [];
  const query = searchParams.get('q') ?? toCoordinates(latitude, longitude)?.join(',');
  if (!query) return 'https://www.google.com/maps';
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}

function buildBingLink({ searchParams }: URL): string {
  const [latitude, longitude] = (searchParams.get('cp') ?? '').split('~');
  const centre = toCoordinates(latitude, longitude);
  return centre ? `https://www.bing.com/maps?cp=${centre.join('~')}&lvl=16` : 'https://www.bing.com/maps';
}

/** The position of a place's pin in a Google Maps link. */
const googlePin = /!3d(-?\d{1,3}(?:\.\d+)?)!4d(-?\d{1,3}(?:\.\d+)?)/;
/** The centre and zoom of the map in a Google Maps link. */
const googleCentre = /\/@(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,2}(?:\.\d+)?)z/;
/** The zoom and centre of the map in the fragment of an OpenStreetMap link. */
const openStreetMapCentre = /^#map=(\d{1,2})\/(-?\d{1,3}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/;
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
  const [, zoom = '16', north, east] = openStreetMapCentre.exec(hash) ?? [];
  const marked = toCoordinates(searchParams.get('mlat') ?? north, searchParams.get('mlon') ?? east);
  if (!marked) return undefined;
  const [latitude, longitude] = marked;
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
