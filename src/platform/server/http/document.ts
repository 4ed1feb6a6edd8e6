import type { Head } from '../../shared/head.ts';
import type { PageAssets } from './assets.ts';

/** What goes around a rendered page to make it a document. */
export interface DocumentParts {
  body: string;
  head: Head;
  siteName: string;
  accentHue: number;
  /** What the browser needs to take over: the same content that was rendered, and the site data. */
  data: unknown;
  assets: PageAssets;
  /** `https://players.example`, for the addresses that must be whole. */
  origin: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const text = (value: string) => value.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** JSON that can stand in a `<script>` data block: nothing in it can close the block or open a comment. */
export const dataBlock = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

function socialTags(head: Head, siteName: string, origin: string): string {
  const whole = (address: string) => (address.startsWith('/') ? origin + address : address);
  const tags: [string, string][] = [
    ['og:site_name', siteName],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:type', 'website'],
  ];
  if (head.canonical) tags.push(['og:url', whole(head.canonical)]);
  if (head.image) tags.push(['og:image', whole(head.image)]);
  return tags.map(([property, content]) => `<meta property="${property}" content="${text(content)}">`).join('');
}

/** The whole page as HTML. Everything that a person wrote is escaped here or by the renderer. */
export function document({ body, head, siteName, accentHue, data, assets, origin }: DocumentParts): string {
  const title = head.title === siteName ? siteName : `${head.title} · ${siteName}`;
  const structured = (head.structured ?? []).map(
    (thing) =>
      `<script type="application/ld+json">${dataBlock({ '@context': 'https://schema.org', ...thing })}</script>`,
  );
  return [
    `<!doctype html><html lang="en-GB" style="--accent-hue:${Number(accentHue)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${text(title)}</title><meta name="description" content="${text(head.description)}">`,
    head.canonical ? `<link rel="canonical" href="${text(origin + head.canonical)}">` : '',
    ...(head.feeds ?? []).map(
      ({ href, title }) =>
        `<link rel="alternate" type="application/atom+xml" href="${text(href)}" title="${text(title)}">`,
    ),
    head.indexed === false ? '<meta name="robots" content="noindex">' : '',
    head.refresh ? `<meta http-equiv="refresh" content="${head.refresh.seconds};url=${text(head.refresh.url)}">` : '',
    ...assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    ...assets.styles.map((style) => `<link rel="stylesheet" href="${style}">`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...assets.blocking.map((script) => `<script src="${script}"></script>`),
    ...assets.scripts.map((script) => `<script type="module" src="${script}"></script>`),
    ...assets.preloads.map((script) => `<link rel="modulepreload" href="${script}">`),
    socialTags(head, siteName, origin),
    ...structured,
    `</head><body><div id="root">${body}</div>`,
    `<script type="application/json" id="page-data">${dataBlock(data)}</script></body></html>`,
  ].join('');
}

/** What is shown when not even the error page can be made, e.g. because the database is down. */
export const bareErrorDocument = (title: string, message: string) =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Error ${text(title)}</title></head>` +
  `<body><h1>Error ${text(title)}</h1><p>${text(message)}</p></body></html>`;
