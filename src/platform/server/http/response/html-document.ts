import { formatDocumentTitle, type Head } from '#platform/shared/head.ts';
import { escapeMarkup } from '../../formats/xml.ts';
import type { PageAssets } from './assets.ts';
import type { ContentSources } from './security-headers.ts';

/** The parts of a page's HTML document: the rendered page, and everything around it. */
export interface DocumentParts {
  body: string;
  head: Head;
  siteName: string;
  accentHue: number;
  /** The URL of the picture (1200 × 630 pixels) for shared links to pages without a picture of their own. */
  sharePicture: string;
  /** The data that the browser needs to hydrate the page: the content that was rendered, and the site data. */
  data: unknown;
  assets: PageAssets;
  /** `https://players.example`, for the URLs that must be absolute. */
  origin: string;
}

/** Returns JSON for a `<script>` data block: nothing in it can close the block or open a comment. */
export const renderDataBlock = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

const wholeIn = (origin: string) => (url: string) => (url.startsWith('/') ? origin + url : url);

/** The schema.org properties that may contain a path of this site. Search engines need absolute URLs. */
const urlProperties = new Set(['url', 'item', 'image', 'hasMap']);

/** Returns a schema.org object with its paths made absolute. */
function makeUrlsAbsolute(subject: unknown, whole: (url: string) => string): unknown {
  if (Array.isArray(subject)) return subject.map((part) => makeUrlsAbsolute(part, whole));
  if (typeof subject !== 'object' || subject === null) return subject;
  return Object.fromEntries(
    Object.entries(subject).map(([key, value]) => [
      key,
      urlProperties.has(key) && typeof value === 'string' ? whole(value) : makeUrlsAbsolute(value, whole),
    ]),
  );
}

const sharePictureSize = { width: 1200, height: 630 };

function socialTags(head: Head, { siteName, sharePicture, origin }: DocumentParts): string {
  const whole = wholeIn(origin);
  const tags: [string, string][] = [
    ['og:site_name', siteName],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:type', 'website'],
    ['og:locale', 'en_GB'],
    ['og:image', whole(head.image ?? sharePicture)],
    ['og:image:alt', head.title],
  ];
  const size = head.image === undefined ? sharePictureSize : head.imageSize;
  if (size) tags.push(['og:image:width', `${size.width}`], ['og:image:height', `${size.height}`]);
  if (head.canonical) tags.push(['og:url', whole(head.canonical)]);
  const described = tags.map(
    ([property, content]) => `<meta property="${property}" content="${escapeMarkup(content)}">`,
  );
  return `${described.join('')}<meta name="twitter:card" content="summary_large_image">`;
}

/** A page as it is sent: the HTML, and the sources that its policy must allow. */
export interface PageDocument {
  body: string;
  sources?: ContentSources;
}

/**
 * Builds the styles of a page. The styles are written into the page, which saves a round trip before the first paint.
 * The links next to them fetch nothing; they only tell Vite's loader of screens that these styles are present. The
 * typefaces are loaded by `src/head-script.ts`, or by the browser if scripts are switched off.
 */
function stylesOf({ styles, css, fontCss }: PageAssets): string {
  if (css === '') return '';
  const there = styles.map((style) => `<link rel="stylesheet" href="${style}" disabled>`);
  return `<style>${css}</style>${there.join('')}<noscript><style>${fontCss}</style></noscript>`;
}

/**
 * Builds the script that runs before the first paint. In a built site, its text is written into the page
 * (docs/decisions/0095).
 */
function openingOf({ headScript: opening, modules, faces }: PageAssets): string {
  const [source, text] = 'src' in opening ? [` src="${opening.src}"`, ''] : ['', opening.text];
  return `<script${source} data-modules="${modules.join(' ')}" data-faces='${faces}'>${text}</script>`;
}

/** Renders the whole page as HTML. Everything that a person wrote is escaped here or by the renderer. */
export function renderDocument(parts: DocumentParts): PageDocument {
  const { body, head, siteName, accentHue, data, assets, origin } = parts;
  const structured = (head.structured ?? []).map((subject) => {
    const linked = { '@context': 'https://schema.org', ...subject };
    return `<script type="application/ld+json">${renderDataBlock(makeUrlsAbsolute(linked, wholeIn(origin)))}</script>`;
  });
  const html = [
    `<!doctype html><html lang="en-GB" style="--accent-hue:${Number(accentHue)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(formatDocumentTitle(head, siteName))}</title><meta name="description" content="${escapeMarkup(head.description)}">`,
    head.canonical ? `<link rel="canonical" href="${escapeMarkup(origin + head.canonical)}">` : '',
    ...(head.feeds ?? []).map(
      ({ href, title }) =>
        `<link rel="alternate" type="application/atom+xml" href="${escapeMarkup(href)}" title="${escapeMarkup(title)}">`,
    ),
    head.indexed === false ? '<meta name="robots" content="noindex">' : '',
    head.refresh
      ? `<meta http-equiv="refresh" content="${head.refresh.seconds};url=${escapeMarkup(head.refresh.url)}">`
      : '',
    stylesOf(assets),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    openingOf(assets),
    socialTags(head, parts),
    ...structured,
    `</head><body><div id="root">${body}</div>`,
    `<script type="application/json" id="page-data">${renderDataBlock(data)}</script></body></html>`,
  ].join('');
  return { body: html, sources: assets.cspSources };
}

/**
 * Renders an error page without the site's styles, scripts and layout. It is sent with statuses that occur in floods of
 * requests, and if the usual error page can't be rendered, for example because the database is down.
 */
export const renderBareErrorDocument = (title: string, message: string) =>
  '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
  `<title>Error ${escapeMarkup(title)}</title></head><body style="${bareStyle}">` +
  `<main><h1 style="line-height:1.2">Error ${escapeMarkup(title)}</h1><p>${escapeMarkup(message)}</p></main></body></html>`;

/**
 * The style of a bare error page. It is written in an attribute, because the usual policy allows no other inline
 * styles.
 */
const bareStyle = 'font:1.125rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.25rem';
