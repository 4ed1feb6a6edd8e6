import type { RevisionName } from '../../database/index.ts';
import type { Access } from '../request/access.ts';
import type { FreshResponse } from '../response/response-cache.ts';
import type { PageRequest } from './page.ts';
import type { ReauthenticationPolicy } from './reauthentication.ts';

export interface ResourceOptions {
  access: Access;
  /** Requires a recent authentication by password or passkey. */
  requiresReauthentication?: ReauthenticationPolicy;
  /** Query keys that change the content. */
  query?: readonly string[];
  /** For a URL whose bearer may read the content. It is never cached, and never sent as a referrer. */
  secret?: true;
  /** The further revisions on which the content depends. */
  reads?: readonly RevisionName[];
}

/** Declares bytes at a URL that is neither a page nor a call, such as a poster, a feed or a sitemap. */
export type DeclareResource = (
  path: string,
  options: ResourceOptions,
  make: (visit: PageRequest) => FreshResponse | Promise<FreshResponse>,
) => void;
