import type { CallSchemas } from '#platform/shared/calls/calls.ts';
import type { PageType } from '#platform/shared/pages.ts';
import type { AccessRule, ReauthenticationPolicy } from '../request/visitor.ts';

/** A line of the route table, from which the access test and the protocol's list of pages and calls are created. */
export interface Route {
  kind: 'page' | 'call' | 'resource' | 'download' | 'webhook';
  method: 'GET' | 'POST' | 'DELETE';
  /** The path in Fastify's notation: `/past-shows/:id/:title`. */
  path: string;
  /** The types of page that the route shows, besides `error` and, on a members' page, `login`; for pages only. */
  types?: readonly PageType[];
  /** The query keys that change the content; a call's keys are in its schemas. */
  query?: readonly string[] | undefined;
  /** The name of the route's access rule. */
  access: AccessRule<never>['name'];
  /**
   * True if using the route can change something. This is so for webhooks, and for all calls except those GETs that
   * aren't declared with `changes`.
   */
  changes: boolean;
  /** True if files may be sent with the request. */
  files: boolean;
  /** The re-authentication that the route requires, if any. */
  requiresReauthentication?: ReauthenticationPolicy | undefined;
  /** True if the route is declared to change an account's sign-in or credits, or to end its sessions or secret URLs. */
  accountSecurity?: true | undefined;
  /** A call's schemas, as its contract declares them. */
  schemas?: CallSchemas | undefined;
}
