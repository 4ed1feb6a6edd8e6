import type { Instant } from '#platform/shared/dates/dates.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import type { Encryption } from '../../crypto/encryption.ts';
import type { Id } from '../../crypto/ids.ts';
import type { Database, DbReader } from '../../database/index.ts';
import type { FileStorage } from '../../storage/storage.ts';
import type { ErrorRecorder } from '../errors/logged-error.ts';
import type { TrustProxy } from '../request/client-address.ts';
import type { Cookies } from '../request/cookies.ts';
import type { ConsumeMessageLimit } from '../request/request-limits.ts';
import type { Visitor } from '../request/visitor.ts';
import type { PageDocument } from '../response/html-document.ts';
import type { PageRequest } from '../routes/page.ts';
import type { Route } from '../routes/route.ts';

/** Finds the next moment after `after` at which something becomes public by itself; undefined if there is none. */
export type FindNextPublication = (db: DbReader, after: Instant) => Promise<Instant | undefined>;

/** Kinds of refusals, as the audit log names them. */
export type RefusalKind = 'sign_in.refused' | 'access.refused' | 'request.limited';

/**
 * Counts refusals, so that the audit log has a few rows for each hour, not one for each attempt. An account is
 * identified by its id, and only if it exists, so that nothing that somebody typed gets into the log.
 */
export interface RefusalCounter {
  count: (kind: RefusalKind, address: string, account?: Id) => void;
  /**
   * Runs `work`, and counts one refusal if it throws an `HttpError`. `work` passes the account to `tried` as soon as it
   * has found the account.
   */
  countIfRefused: <T>(
    kind: RefusalKind,
    address: string,
    work: (tried: (account: Id) => void) => Promise<T>,
  ) => Promise<T>;
  /** Stores the counts since the last call. */
  flush: (db: Database, now: Instant) => Promise<void>;
}

/** The functions and values that the platform needs from the program and the features; `app.ts` passes them in. */
export interface RouteRegistryOptions {
  db: Database;
  /** Stores the files that are sent with calls. */
  storage: FileStorage;
  /** Encrypts secrets, so that a copy of the database alone doesn't reveal them. */
  encryption: Encryption;
  /** Counts refused requests, for the audit log. */
  refusals: RefusalCounter;
  consumeMessageLimit: ConsumeMessageLimit;
  /** Records the program's own errors for an admin to read. */
  errorRecorder: ErrorRecorder;
  clock: () => Date;
  /**
   * Finds the visitor by the cookies. With `session`, the id of a session, finds that session's current user instead,
   * because the cookie may have been replaced while an upload was being sent.
   */
  visitorOf: (request: {
    db: Database;
    cookies: Cookies;
    now: Instant;
    session?: string | undefined;
  }) => Visitor | Promise<Visitor>;
  /** Replaces a members' page for visitors who aren't signed in. */
  loginPage: (visit: PageRequest) => Promise<Page>;
  /** Replaces a page that requires a recent authentication, for visitors without one. */
  passwordPage: (visit: PageRequest) => Page | Promise<Page>;
  /** Updates the data that this process remembers from the database, before each visit that isn't cached. */
  refresh?: ((revision: number) => Promise<void>) | undefined;
  /** The society's time zone, which decides its date. */
  timeZoneOf: (db: DbReader, revision: number) => Promise<string>;
  siteOf: (visit: PageRequest) => Promise<SiteData>;
  /** Finds when the next publication is due: nothing is cached beyond it. */
  nextPublication: FindNextPublication;
  /**
   * Counts changes that happen without a write to the database. Pages cached before such a change are rendered again.
   */
  getExternalRevision: () => number;
  /** Renders the HTML document of a page. */
  documentOf: (view: {
    page: Page;
    site: SiteData;
    path: string;
    query: string;
    origin: string;
  }) => Promise<PageDocument>;
  /** The site's URL as people type it, or "" to take it from the request. */
  publicUrl: string;
  /** The proxies that are trusted to state the sender of a request, as in `ServerOptions`. */
  trustProxy?: TrustProxy | undefined;
  /**
   * The base URL of links in emails. Without PUBLIC_URL, this is the site's localhost URL if only this machine can
   * connect, otherwise "".
   */
  home: () => string;
  cacheBytes: number;
  /** False on a demo that strangers share, which records no network addresses. Default: true. */
  notesAddresses?: boolean;
  /**
   * Returns the reason why nobody may make a call on this site, in a sentence; undefined if the call isn't switched
   * off.
   */
  findSwitchedOffReason?:
    | ((route: Pick<Route, 'path' | 'files' | 'requiresReauthentication' | 'accountSecurity'>) => string | undefined)
    | undefined;
}
