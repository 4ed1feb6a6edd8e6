import type { CalendarDate, Instant } from '#platform/shared/dates/dates.ts';
import type { Page, PageType } from '#platform/shared/pages.ts';
import type { DbReader, RevisionName } from '../../database/index.ts';
import type { Cookies } from '../request/cookies.ts';
import type { AccessRule, Visitor } from '../request/visitor.ts';
import type { ContentSources } from '../response/security-headers.ts';

/** One request for a page: the visitor, the page, the time, and the data to create the page from. */
export interface PageRequest<Subject = undefined> {
  /** The path in the URL, still encoded: `/past-shows/abc/Blithe_Spirit`. */
  path: string;
  /** Decoded parts of the path, by name. */
  params: Readonly<Record<string, string>>;
  /** The query, with only the keys that the page declares. Other keys could fill the cache with copies of the page. */
  query: URLSearchParams;
  visitor: Visitor;
  /** `https://players.example`, for feeds and files, whose URLs must be absolute. */
  origin: string;
  /**
   * The origin of links in emails: PUBLIC_URL, or the site's localhost URL if only this machine can connect. Otherwise
   * "", because anyone can send a request that names any host.
   */
  home: string;
  cookies: Cookies;
  client: {
    /** The network address, only for rate limits. */
    address: string;
    /** The network address for records that somebody can read; "" if addresses aren't stored. */
    notedAddress: string;
    /** The `User-Agent` header; "" without one. */
    device: string;
    /** True if the visitor came from one of our own pages, or the client isn't a browser. */
    isFirstParty: boolean;
    /**
     * True if our own script, or a client that isn't a browser, requests the page's JSON; false for a browser that
     * opens or prefetches the page.
     */
    isProgram: boolean;
  };
  now: Instant;
  /** The current date in the society's time zone. */
  today: CalendarDate;
  /** The time (epoch milliseconds) until which public content stays the same if nobody changes anything. */
  until: number;
  db: DbReader;
  /** The revision of the public data that this visit sees. */
  revision: number;
  /** The result of the declaration's `load`. */
  subject: Subject;
}

export interface PageOptions<Type extends PageType, Subject> {
  /** The type of page that the route shows, or several types. */
  type: Type | readonly Type[];
  access: AccessRule<NoInfer<Subject>>;
  /** Query keys that change the page. */
  query?: readonly string[];
  /** Loads the subject of the access rule and the page. If there is no subject, the response is a 404. */
  load?: (visit: PageRequest) => Promise<Subject | undefined>;
  /** Returns the part of large content to include in the HTML. The JSON is always complete and ignores the query. */
  trimForHtml?: (
    content: Page<NoInfer<Type>>,
    visit: PageRequest<Subject>,
  ) => Page<NoInfer<Type>> | Promise<Page<NoInfer<Type>>>;
  /**
   * Other hosts that this page's document may use: fixed, or depending on its content. A document's policy can't change
   * later, so browsers always load such a page in full.
   */
  csp?: ContentSources | ((content: Page<NoInfer<Type>>) => ContentSources);
  /** Allows this page's document to request the camera, which is blocked for every other page. */
  camera?: true;
  /** The status of the response, if it isn't 200. Errors are never cached. */
  status?: (content: Page<NoInfer<Type>>) => number;
  /**
   * For a URL that lets anybody who has it do something. The URL is never sent to other sites as a referrer, and the
   * page is never cached.
   */
  secret?: true;
  /** True if the anonymous page may be cached. Default: true. */
  isCacheable?: boolean;
  /**
   * The revisions, besides the public one, on which the page depends. For example, a page that shows availability reads
   * `sales`.
   */
  reads?: readonly RevisionName[];
}

/** Declares the content of a path. From this content, the platform responds with JSON (`?react`) or HTML. */
export type DeclarePage = <Type extends PageType, Subject = undefined>(
  path: string,
  options: PageOptions<Type, Subject>,
  show: (visit: PageRequest<Subject>) => Page<NoInfer<Type>> | Promise<Page<NoInfer<Type>>>,
) => void;
