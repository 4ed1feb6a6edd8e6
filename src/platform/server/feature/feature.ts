import type { AdminTool } from '#platform/shared/admin-tools.ts';
import type { Loop } from '../background/loops.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Database, DbReader, TableVisibility } from '../database/index.ts';
import type { FindNextPublication, RefusalCounter } from '../http/handlers/route-registry-options.ts';
import type { RouteRegistry } from '../http/route-registry.ts';
import type { PageRequest } from '../http/routes/page.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { FileStorage } from '../storage/storage.ts';
import type { AuditActionLabels, FindAuditSubjects } from './audit-actions.ts';
import type { RetentionRule, RowUse, TrashKind } from './deletion.ts';
import type { NonPersonalTable, PersonalData } from './personal-data.ts';

/**
 * A capability of the site, which is a folder of `src/features` listed in `src/features.ts`, or a part of the
 * platform listed in its own `features.ts`. Parts that a feature doesn't have are omitted.
 */
export interface Feature extends Partial<Contributions> {
  /** Declares the feature's pages, calls, resources, downloads and webhooks. */
  routes?: (registry: RouteRegistry, services: Services) => void;
  /** The handlers of the feature's queued and scheduled jobs. */
  work?: (services: Services) => readonly JobHandler[];
  /** Work that each process repeats alongside its requests. */
  loops?: (services: Services) => readonly Loop[];
  /** The visibility of the feature's tables. It decides which cached pages a changed row makes stale. */
  visibility?: TableVisibility;
}

/**
 * The lists to which features contribute, so that the feature that uses a list needn't import the features that
 * contribute to it. The feature that uses a list declares it by declaration merging; lists used by lower folders of the
 * platform are declared here.
 */
export interface Contributions {
  /** Data stored about a member, which they can download or have erased. */
  personalData: readonly PersonalData[];
  /** The feature's tables without personal data. */
  nonPersonalTables: readonly NonPersonalTable[];
  /** The feature's pages for those who run the site. */
  adminTools: readonly AdminTool[];
  /** Pending tasks for admins, each with a link to an admin tool. */
  adminTodos: readonly AdminTodoSource[];
  /** Labels of the feature's audit actions, by code. */
  auditActions: readonly AuditActionLabels[];
  /** The current names of the audit log's subjects. */
  auditSubjects: readonly FindAuditSubjects[];
  /** Data deleted or anonymised after a period that the society sets. */
  retention: readonly RetentionRule[];
  /** Items that can be restored for a while after they are deleted. */
  trash: readonly TrashKind[];
  /** The feature's columns that refer to rows of other features. Undoing an import doesn't delete a row in use. */
  rowUses: readonly RowUse[];
  /** The feature's pages that everybody may read: for search engines, and for the site's own search. */
  publicPages: readonly PublicPage[];
  /**
   * The feature's records that everybody may read, each on its own page: for search engines, and for the site's own
   * search.
   */
  searchEntries: readonly PublicRecordSource[];
  /** Content that is published automatically at a set time. */
  nextPublications: readonly FindNextPublication[];
}

/** The services a feature works with. A feature that needs more from the program declares it by declaration merging. */
export interface Services {
  db: Database;
  storage: FileStorage;
  clock: () => Date;
  /**
   * The base URL of links in emails: PUBLIC_URL or, if the site listens only on this machine, its localhost URL; "" if
   * neither. A request's own host is never trusted for this.
   */
  home: () => string;
  encryption: Encryption;
  refusals: RefusalCounter;
  /** True if the site is shown to strangers as a demo. */
  isPublicDemo: boolean;
  /** True if admins and box-office users need a second factor by default. The society can decide otherwise. */
  secondFactorRequired: boolean;
  /** Handlers for every kind of job. */
  jobHandlers: () => readonly JobHandler[];
  /** Returns the URL of the script that is built from a source file, so that another program's page can load it. */
  getScriptUrl: (source: string) => string;
  /** Returns the entries of one kind from all features, in the order of the features. */
  all: <Kind extends keyof Contributions>(kind: Kind) => Contributions[Kind];
}

/**
 * Creates the function that returns one list of `Contributions`, with the entries of all features in the order of the
 * features.
 */
export const createContributionsGetter =
  (features: readonly Feature[]): Services['all'] =>
  <Kind extends keyof Contributions>(kind: Kind) =>
    features.flatMap((feature): readonly unknown[] => feature[kind] ?? []) as readonly unknown[] as Contributions[Kind];

/**
 * Finds the pending tasks of one kind, for admins and for people with a permission. Features contribute such sources.
 */
export interface AdminTodoSource {
  /** The URL of the task's tool in Admin Tools; "" for tasks that only the dashboard shows. */
  tool: string;
  /**
   * Returns [] if there is nothing to do. It must be quick, because it runs on each visit of the Admin Tools overview
   * and, with `nudge`, of the dashboard.
   */
  waiting: (
    visit: Pick<PageRequest, 'db' | 'revision' | 'until' | 'now'>,
    services: Services,
  ) => Promise<readonly AdminTodo[]>;
  /**
   * For tasks that can't wait until an admin opens the tool. The task appears on the dashboard of everybody with the
   * permission `item`.
   */
  nudge?: {
    /** Identifies the task among other nudges. */
    kind: string;
    item: string;
    /** The text of the link: "See what to do". */
    action: string;
  };
}

/** Something for an admin to do: a sentence without its full stop, and where to do it. */
export interface AdminTodo {
  words: string;
  link: string;
}

/** Formats a count: "one message", "12 messages". */
export const formatCount = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count.toLocaleString('en-GB')} ${many}`;

/** A page that the site always has and everybody may read. */
export interface PublicPage {
  path: string;
  /** The page's position among the public pages. */
  order: number;
  /**
   * True if the page is in the sitemap, false if it never is. If a function, it returns true while the page is in the
   * sitemap.
   */
  inSitemap: boolean | ((db: DbReader) => Promise<boolean>);
  /**
   * The page's title in the site's own search, and the other words that find it. Without this, the search leaves the
   * page out.
   */
  inSearch?: { title: string; also: readonly string[] };
}

/** A page that search engines may list. */
export interface SitemapEntry {
  /** A path on this site. */
  path: string;
  /** The date or moment of the page's last change; absent if that isn't known. */
  changed?: string;
}

/** The kinds of records in the site's search. The search feature adds them by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations merge into interfaces, not into types
export interface SearchKinds {}

/** A page that the site's search finds. */
export interface SearchEntry {
  type: keyof SearchKinds;
  title: string;
  href: string;
  /** Distinguishes the page from others with the same title. */
  detail: string;
  /** Other words that find the page, with less weight than its title. */
  also: string[];
  /** Names within the page that find it with the least weight, each with its context. Absent if there are none. */
  roles?: [name: string, context: string][];
  /** The URL of a poster; "" if there is none. */
  poster: string;
}

type View = Pick<PageRequest, 'db' | 'revision' | 'now' | 'today' | 'until'>;

/** The records that everybody may read, each on its own page. Both functions list the same records. */
export interface PublicRecordSource {
  /** Lists the pages for search engines. */
  listSitemapEntries: (view: View) => Promise<readonly SitemapEntry[]>;
  /**
   * Lists the pages for the site search. While nothing has changed, returns the same list. A new list reuses unchanged
   * objects, so that they aren't indexed again.
   */
  listSearchEntries: (view: View) => Promise<readonly SearchEntry[]>;
}
