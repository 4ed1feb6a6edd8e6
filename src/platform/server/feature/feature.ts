import type { AdminTool } from '#platform/shared/admin-tools.ts';
import type { Loop } from '../background/loops.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Database, Reading, TableVisibility } from '../database/index.ts';
import type { NextPublication } from '../http/handlers/cache-expiry.ts';
import type { RefusalCounter } from '../http/handlers/refusal-counter.ts';
import type { Platform } from '../http/platform.ts';
import type { PageRequest } from '../http/routes/page.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { Storage } from '../storage/disk-storage.ts';
import type { Todo } from './admin-todos.ts';
import type { AuditSubjects } from './audit-subjects.ts';
import type { NonPersonalTable, PersonalData } from './personal-data.ts';
import type { PublicPage } from './public-pages.ts';
import type { Retention } from './retention.ts';
import type { SearchEntries } from './search-entries.ts';
import type { Trash } from './trash.ts';

/**
 * What features contribute to others that don't know them, each kind a list. The user of a kind declares it by
 * declaration merging; those of the platform's folders below this one are here.
 */
export interface Contributions {
  /** What is held about a member: theirs to download, and to have erased. */
  personalData: readonly PersonalData[];
  /** Its tables that hold nothing about anybody. */
  impersonalTables: readonly NonPersonalTable[];
  /** Its pages for those who run the site. */
  adminTools: readonly AdminTool[];
  /** What there is to do for admins at one of their tools. */
  adminTodos: readonly AdminTodo[];
  /** What its actions are called in the audit log, by what is recorded; most are recorded in plain words. */
  actionNames: readonly Readonly<Record<string, string>>[];
  /** What the subjects of the log are called. */
  auditSubjects: readonly AuditSubjects[];
  /** What is deleted after a time that the society sets. */
  retention: readonly Retention[];
  /** What can be restored for a while once it is deleted. */
  trash: readonly Trash[];
  /** Its pages that everybody may read: for search engines, and for the site's own search. */
  publicPages: readonly PublicPage[];
  /** Its records that everybody may read, each on a page of its own: for search engines, and for the site's own search. */
  searchEntries: readonly SearchEntries[];
  /** Content that becomes public by itself, at a set moment. */
  nextPublications: readonly NextPublication[];
}

/** What a feature works with. A feature that needs more from the program declares it by declaration merging. */
export interface Services {
  db: Database;
  storage: Storage;
  clock: () => Date;
  /** The beginning of links in mails; "" where no address is set. A request's own host is never trusted for this. */
  home: () => string;
  encryption: Encryption;
  refusals: RefusalCounter;
  /** Whether strangers are shown this as a demo. */
  isPublicDemo: boolean;
  /** Whether admins need a second factor while the society hasn't said. */
  secondFactorRequired: boolean;
  /** How jobs are done, of every kind that there is. */
  jobHandlers: () => readonly JobHandler[];
  /** The address of a script that other programs' pages load, by its source. */
  getScriptUrl: (source: string) => string;
  /** Everything that features contribute of one kind, in the features' order. */
  all: <Kind extends keyof Contributions>(kind: Kind) => Contributions[Kind];
}

/** What there is to do for admins, and for those who may use an item. Features contribute this. */
export interface AdminTodo {
  /** The address of the tool of Admin Tools where it is done; "" for what only the dashboard says. */
  tool: string;
  /** [] for nothing. It runs on each visit of the overview, so it has to be quick. */
  waiting: (
    visit: Pick<PageRequest, 'db' | 'revision' | 'until' | 'now'>,
    services: Services,
  ) => Promise<readonly Todo[]>;
  /** For what can't wait until an admin looks there: it appears on the dashboard of everyone who may use the item. */
  nudge?: {
    /** Tells it from other nudges. */
    kind: string;
    item: string;
    /** The text of the link: "See what to do". */
    action: string;
  };
}

/**
 * A capability of the site: a folder of `src/features`, listed in `src/features.ts`. It leaves out the parts that it
 * doesn't have.
 */
export interface Feature extends Partial<Contributions> {
  /** Declares its pages, calls, resources, downloads and webhooks. */
  routes?: (platform: Platform, services: Services) => void;
  /** The handlers of its jobs: those queued by `queueJob`, and those due by the clock. */
  work?: (services: Services) => readonly JobHandler[];
  /** What each process does again and again beside the requests. */
  loops?: (services: Services) => readonly Loop[];
  /** Who sees the rows of its tables: a change of one invalidates the cached pages that show it. */
  visibility?: TableVisibility;
}

/** Everything that features contribute of one kind, in the features' order. */
export const contributionsOf =
  (features: readonly Feature[]): Services['all'] =>
  <Kind extends keyof Contributions>(kind: Kind) =>
    features.flatMap((feature): readonly unknown[] => feature[kind] ?? []) as readonly unknown[] as Contributions[Kind];

/** The earliest of several moments at which something becomes public by itself. */
export const combineNextPublications =
  (publications: readonly NextPublication[]): NextPublication =>
  async (db: Reading, after) => {
    const moments: string[] = [];
    for (const next of publications) {
      const at = await next(db, after);
      if (at !== undefined) moments.push(at);
    }
    return moments.sort()[0];
  };
