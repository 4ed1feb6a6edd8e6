/** A map that may be shown on our pages. */
export interface EmbeddedMap {
  /** The frame's URL. */
  embed: string;
  /** The same place as a page of its own. */
  link: string;
  /** The site that the visitor's browser contacts when the map is shown. */
  host: string;
}

/** The map services that we frame: their addresses, and the sources that the page's policy allows for each. */
const MAPS: { host: string; path: RegExp; source: string; link: (url: URL) => string }[] = [
  {
    host: 'www.openstreetmap.org',
    path: /^\/export\/embed\.html$/,
    source: 'https://www.openstreetmap.org/export/',
    link: openStreetMap,
  },
  { host: 'www.google.com', path: /^\/maps\/(d\/)?embed(\/|$)/, source: 'https://www.google.com/maps/', link: google },
  { host: 'maps.google.com', path: /^\/maps$/, source: 'https://maps.google.com/maps', link: google },
  { host: 'www.bing.com', path: /^\/maps\/embed$/, source: 'https://www.bing.com/maps/', link: bing },
];

/** Returns the CSP `frame-src` for a page with this map: its service's maps only. */
export function buildMapCsp(embed = ''): { 'frame-src'?: string[] } {
  const map = MAPS.find(({ source }) => embed.startsWith(source));
  return map ? { 'frame-src': [map.source] } : {};
}

/**
 * The map at an address, if it is one we frame: https, exactly a known host, its page for frames, and no name, password
 * or port. Null for everything else.
 */
export function parseMapUrl(address: string): EmbeddedMap | null {
  const text = address.trim();
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const map = MAPS.find(({ host, path }) => host === url.host && path.test(url.pathname));
  return map ? { embed: url.href, link: map.link(url), host: map.host } : null;
}

const coordinate = /^-?\d{1,3}(\.\d+)?$/;

/** Latitude and longitude in degrees, when both are written as numbers. */
function place(latitude: string | undefined, longitude: string | undefined): [string, string] | null {
  if (latitude === undefined || longitude === undefined) return null;
  return coordinate.test(latitude) && coordinate.test(longitude) ? [latitude, longitude] : null;
}

function openStreetMap({ searchParams }: URL): string {
  const [latitude, longitude] = (searchParams.get('marker') ?? '').split(',');
  const marked = place(latitude, longitude);
  if (!marked) return 'https://www.openstreetmap.org/';
  const [north, east] = marked;
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`;
}

/** Google embeds carry the place in `q`, or in `pb` as !2d{longitude}!3d{latitude}. */
function google({ searchParams }: URL): string {
  const [, longitude, latitude] = /!2d(-?[\d.]+)!3d(-?[\d.]+)/.exec(searchParams.get('pb') ?? '') ?? [];
  const wanted = searchParams.get('q') ?? place(latitude, longitude)?.join(',');
  if (!wanted) return 'https://www.google.com/maps';
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: wanted })}`;
}

function bing({ searchParams }: URL): string {
  const [latitude, longitude] = (searchParams.get('cp') ?? '').split('~');
  const centre = place(latitude, longitude);
  return centre ? `https://www.bing.com/maps?cp=${centre.join('~')}&lvl=16` : 'https://www.bing.com/maps';
}
