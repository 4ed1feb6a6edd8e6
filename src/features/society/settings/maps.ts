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
 * Parses the URL of a map to embed: https, a known host and path, and no user name, password or port. Returns null for
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

/** Returns latitude and longitude in degrees if both are numbers. */
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
