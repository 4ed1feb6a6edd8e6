/** The header that tells the sender their request's id in the log. A client can't choose the id. */
export const requestIdHeader = 'x-request-id';

/**
 * Builds the headers sent with every response. Page data and structured data are sent as data blocks, so a cached page
 * needs no nonce. A document's own styles, and the one script written into every page, are listed by their hashes when
 * the document is sent (docs/decisions/0009, 0095). Style attributes contain the society's hue and picture sizes.
 */
export function buildSecurityHeaders(options: { https: boolean; dev: boolean }): Record<string, string> {
  const directives = [
    "default-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    // Vite's hot reload in development injects styles and a preamble script.
    ...(options.dev
      ? ["script-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'", "connect-src 'self' ws:"]
      : []),
  ];
  return {
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions('()'),
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

const permissions = (camera: '()' | '(self)') => `camera=${camera}, geolocation=(), microphone=(), payment=()`;

/** The permissions policy of a page that scans codes with the camera. */
export const cameraPermissionsPolicy = permissions('(self)');

/** Sources that a page may use besides our own host: hosts, and hashes of inline content, by the kind of use. */
export type ContentSources = Partial<
  Record<'script-src' | 'style-src' | 'connect-src' | 'frame-src' | 'img-src' | 'font-src', readonly string[]>
>;

/** Combines two sets of sources: returns those that are in at least one of them. */
export function mergeContentSources(one: ContentSources, other: ContentSources): ContentSources {
  const joined = { ...one };
  for (const [kind, hosts] of kindsOf(other)) joined[kind] = [...(joined[kind] ?? []), ...hosts];
  return joined;
}

const kindsOf = (sources: ContentSources) => Object.entries(sources) as [keyof ContentSources, readonly string[]][];

/** The widened policies by their sources. They are cached because all pages need the same few policies. */
const widened = new WeakMap<ContentSources, { policy: string; wider: string }>();

/**
 * Returns a content security policy that also allows the given sources. If the policy doesn't mention a kind of
 * content, it is also allowed from our own origin.
 */
export function widenContentSecurityPolicy(policy: string, sources: ContentSources): string {
  const known = widened.get(sources);
  if (known?.policy === policy) return known.wider;
  const wider = widen(policy, sources);
  widened.set(sources, { policy, wider });
  return wider;
}

function widen(policy: string, sources: ContentSources): string {
  const directives = new Map<string, string>(policy.split('; ').map((line) => [line.split(' ', 1)[0] ?? '', line]));
  for (const [kind, hosts] of kindsOf(sources)) {
    if (hosts.length > 0) directives.set(kind, [directives.get(kind) ?? `${kind} 'self'`, ...hosts].join(' '));
  }
  return [...directives.values()].join('; ');
}
