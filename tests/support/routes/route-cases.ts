import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '#platform/server/http/routes/route.ts';

/** The kinds of visitors, roughly from the least to the most permissions. */
export const userKinds = [
  'signedOut',
  'member',
  'author',
  'director',
  'otherDirector',
  /** Members with one further permission: for the door, the membership list or Admin Tools. */
  'steward',
  'secretary',
  'adminTools',
  'admin',
] as const;
export type UserKind = (typeof userKinds)[number];
type Answers = Readonly<Record<UserKind, number>>;

/** The ids in the URLs that the access tests request. */
export interface RouteSubjectIds {
  media: string;
  file: string;
  post: string;
  blogPost: string;
  /** The id of a post of the show that the director directs. */
  ofShow: string;
  fileOfShow: string;
  show: string;
  spareShow: string;
  person: string;
  user: string;
  mail: string;
  message: string;
  /** The id of a user whom no test signs in as. */
  someone: string;
  correction: string;
  /** The ledger entry of a raffle's takings, entered by hand. */
  takings: string;
  /** The ledger entry of the member's subscription. */
  receipt: string;
  /** A performance that can be booked. */
  performance: string;
  /** The link of an order for the performance. */
  orderLink: string;
  /** The link of a waiting party to which places are offered. */
  waitingLink: string;
  /** The link that confirms held free tickets for the performance. */
  confirmLink: string;
}

/** The ids of the demo society's records with which axe checks each screen. */
export interface DemoIds {
  /** A past show with sixty photographs, a recording and a review. */
  past: { id: string; title: string };
  next: string;
  /** The id of a performance of the next show. */
  performance: string;
  person: string;
  post: string;
  openPost: string;
  /** A file's id and name, as in URLs. */
  file: string;
  openFile: string;
  blog: string;
  message: string;
  mail: string;
  someone: string;
  order: string;
  /** The ledger entry of a subscription. */
  receipt: string;
  /** Links that confirm free tickets: for tickets that are held, already booked, or no longer held. */
  confirmLinks: { waiting: string; confirmed: string; expired: string };
}

/** A URL in the demo society. A URL that begins with `?` or `#` is added to the route's own path. */
type ScreenUrl = string | ((ids: DemoIds) => string) | { as: 'admin'; to: (ids: DemoIds) => string };

/** Stands for the path of the route itself: nothing is added to it. */
export const here = '';

/** The responses that a route should give, written by hand rather than derived from its access rule. */
export interface RouteCase extends Answers {
  /** The URL at which to try the route. Default: the path itself. */
  at?: string | ((ids: RouteSubjectIds) => string);
  /**
   * For a page: the URLs at which axe checks its screen, as the first of visitor, member and admin that has access, or
   * as an admin if `as` says so. An empty list means that the screen looks like another one.
   */
  looks?: readonly ScreenUrl[];
}

/** A line for each route of a feature: `'GET /props': { ...members(200), looks: [here] }`. */
export type RouteCases = Readonly<Record<string, RouteCase>>;

/** Expects this response for everyone. */
export const always = (status: number): Answers => ({
  signedOut: status,
  member: status,
  author: status,
  director: status,
  otherDirector: status,
  steward: status,
  secretary: status,
  adminTools: status,
  admin: status,
});
/** Expects this response for all signed-in users. */
export const members = (status: number): Answers => ({ ...always(status), signedOut: 401 });
/** Expects this response only for this show's directors and for admins. */
export const directors = (status: number): Answers => ({
  ...always(403),
  signedOut: 401,
  director: status,
  admin: status,
});
/** Expects this response only for authors of the blog and for admins. */
export const authors = (status: number): Answers => ({ ...admins(status), author: status });
/**
 * Expects this response only for users with the role admin. Also used for routes that need a permission which no user
 * in these tests has.
 */
export const admins = (status: number): Answers => ({ ...always(403), signedOut: 401, admin: status });
/** Expects this response only for admins and for users who were given Admin Tools. */
export const adminTools = (status: number): Answers => ({ ...admins(status), adminTools: status });
/** Expects this response only for users who manage the membership list, have Admin Tools, or are admins. */
export const secretaries = (status: number): Answers => ({ ...adminTools(status), secretary: status });
/** Expects this response only for stewards at the door and for admins. */
export const stewards = (status: number): Answers => ({ ...admins(status), steward: status });

type RoutePath = Pick<Route, 'method' | 'path'>;

/** Returns true if a path matches a route's: each parameter is one segment or a part of one, and `*` is the rest. */
const matches = (path: string, route: string) => {
  const parts = route.split(/(:\w+|\*$)/);
  const pattern = parts.map((part) => (part[0] === ':' ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)));
  return new RegExp(`^${pattern.join('')}$`).test(path);
};

/**
 * Checks a URL, and returns it.
 *
 * @throws Error if the URL doesn't belong to the route, or a more specific route serves it
 */
export function checkUrl(address: string, { method, path }: RoutePath, routes: readonly RoutePath[]): string {
  const [pathname = ''] = address.split(/[?#]/);
  if (!matches(pathname, path)) throw new Error(`${address} doesn't lead to ${method} ${path}`);
  const nearer = routes.find(
    (other) =>
      other.method === method && other.path !== path && matches(other.path, path) && matches(pathname, other.path),
  );
  if (nearer) throw new Error(`${address} leads to ${method} ${nearer.path}, not to ${path}`);
  return address;
}

/**
 * Returns the URL at which to try a route.
 *
 * @throws Error if the route's line names a URL that another route serves, or no route
 */
export const buildRouteUrl = (
  route: RoutePath,
  { at = route.path }: RouteCase,
  ids: RouteSubjectIds,
  routes: readonly RoutePath[],
): string => checkUrl(typeof at === 'function' ? at(ids) : at, route, routes);

const features = join(import.meta.dirname, '../../../src/features');

/**
 * Returns the route cases of every feature, from its domain's `routes.cases.ts`.
 * @throws Error if two features have a case for the same route
 */
export async function loadRouteCases(): Promise<{ feature: string; route: string; line: RouteCase }[]> {
  const files = globSync('*/routes.cases.ts', { cwd: features }).sort();
  const lines = await Promise.all(
    files.map(async (file) => {
      const { cases }: { cases: Readonly<Record<string, RouteCases>> } = await import(join(features, file));
      return Object.entries(cases).flatMap(([feature, ofFeature]) =>
        Object.entries(ofFeature).map(([route, line]) => ({ feature, route, line })),
      );
    }),
  );
  const all = lines.flat();
  const twice = all.filter(({ route }, at) => all.findIndex((other) => other.route === route) !== at);
  if (twice.length > 0) throw new Error(`Two features have a line for ${twice.map(({ route }) => route).join(', ')}`);
  return all;
}
