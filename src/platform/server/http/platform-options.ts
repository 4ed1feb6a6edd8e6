import type { Instant } from '#platform/shared/dates.ts';
import type { Page, Site } from '#platform/shared/pages.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Database, Reading } from '../database/index.ts';
import type { Storage } from '../storage/storage.ts';
import type { NextPublication } from './cache-expiry.ts';
import type { Cookies } from './cookies.ts';
import type { PageDocument } from './document.ts';
import type { PageRequest } from './page.ts';
import type { Refusals } from './refusals.ts';
import type { Visitor } from './visitor.ts';

/** What the platform asks of the features, given to it at composition. */
export interface PlatformOptions {
  db: Database;
  /** Where files that come with calls go. */
  storage: Storage;
  /** What keeps secrets in the database unreadable to whoever has the database alone. */
  sealing: Encryption;
  /** Counts who is turned away, for the log. */
  refusals: Refusals;
  clock: () => Date;
  /** Who is looking, by the cookies they bring. */
  visitorOf: (asked: { db: Database; cookies: Cookies; now: Instant }) => Visitor | Promise<Visitor>;
  /** What a members' page shows whoever isn't signed in. */
  loginPage: (visit: PageRequest) => Promise<Page>;
  /** What whoever is signed in is shown in the place of what asks for a password given of late. */
  passwordPage: (visit: PageRequest) => Page | Promise<Page>;
  /** The society's time zone, which decides what day it is. */
  timeZoneOf: (db: Reading, revision: number) => Promise<string>;
  siteOf: (visit: PageRequest) => Promise<Site>;
  /** What is dated ahead appears then without a write: nothing made before is kept beyond it. */
  nextPublication: NextPublication;
  /** Counts what has changed without a write: pages kept from before are made anew. */
  madeAnew: () => number;
  /** Makes the HTML document of a page. */
  documentOf: (view: { page: Page; site: Site; path: string; query: string; origin: string }) => Promise<PageDocument>;
  /** The address people type, or "" to take it from the request. */
  publicUrl: string;
  /**
   * The same for links in mails: where nobody has named it, this machine's own, which no request has a say in; else "".
   */
  home: () => string;
  cacheBytes: number;
}
