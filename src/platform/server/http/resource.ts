import type { Access } from './access.ts';
import type { MadeAnswer } from './answer-cache.ts';
import type { Visit } from './page.ts';

/** Declares bytes at an address that is neither page nor call: a poster, a feed, a sitemap. */
export type DeclareResource = (
  path: string,
  options: { access: Access; query?: readonly string[] },
  make: (visit: Visit) => MadeAnswer | Promise<MadeAnswer>,
) => void;
