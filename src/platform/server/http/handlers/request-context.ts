import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorHeader } from '#platform/shared/calls/call-response.ts';
import { type CalendarDate, type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { hour } from '#platform/shared/dates/durations.ts';
import type { DbReader, RevisionName } from '../../database/index.ts';
import { AuthenticationRequiredError, refuse, refuseNotFound, StepRequiredError } from '../errors/http-error.ts';
import { getClientAddress } from '../request/client-address.ts';
import { createCookieJar } from '../request/cookies.ts';
import { isFirstPartyRequest, isProgrammaticRequest, type Provenance } from '../request/csrf.ts';
import {
  getRequestedOrigin,
  hasControlCharacter,
  parseRequestUrl,
  pickQueryKeys,
  requestsPageJson,
} from '../request/request-url.ts';
import {
  type AccessRule,
  anonymousVisitor,
  hasRecentAuthentication,
  type ReauthenticationPolicy,
  type Visitor,
} from '../request/visitor.ts';
import type { PageRequest } from '../routes/page.ts';
import type { FindNextPublication, RefusalCounter, RouteRegistryOptions } from './route-registry-options.ts';

/** The society's calendar day, and the moment it ends. */
interface SocietyDay {
  date: CalendarDate;
  /** The end of the day, in epoch milliseconds. */
  until: number;
}

/** Finds the day and its end by bisection. Because of clock changes, a day doesn't always have 24 hours. */
function dayAt(now: number, timeZone: string): SocietyDay {
  const date = toCalendarDate(new Date(now), timeZone);
  let same = now;
  let other = now + 26 * hour;
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (toCalendarDate(new Date(middle), timeZone) === date) same = middle;
    else other = middle;
  }
  return { date, until: other };
}

/**
 * Creates a function that returns the society's day. It computes the day again only when the day has ended, or the time
 * zone has changed.
 */
function createDayFinder(): (now: number, timeZone: string) => SocietyDay {
  let known: (SocietyDay & { from: number; timeZone: string }) | undefined;
  return (now, timeZone) => {
    if (!known || known.timeZone !== timeZone || now < known.from || now >= known.until) {
      known = { ...dayAt(now, timeZone), from: now, timeZone };
    }
    return known;
  };
}

/** Creates the functions that turn requests into the visits that pages and calls receive. */
export function createRequestContext({ db, clock, publicUrl, ...parts }: RouteRegistryOptions) {
  const dayAt = createDayFinder();
  const steadyUntil = createExpiryFinder(parts.nextPublication);

  /**
   * The revision on which all cached responses depend. Each part only grows, so the sum changes whenever one of them
   * does.
   */
  const revisionNow = async (others?: readonly RevisionName[]) =>
    (await db.revision(others)) + parts.getExternalRevision();

  const originOf = (request: FastifyRequest) => publicUrl || getRequestedOrigin(request);

  // Without PUBLIC_URL, the connection or its trusted proxy shows whether the site is reached over https
  const cookies = (request: FastifyRequest, reply: FastifyReply) =>
    createCookieJar(request, reply, originOf(request).startsWith('https:'));

  /** Returns a network address as it may be stored: "" if addresses aren't stored. */
  const toNotedAddress = (address: string) => (parts.notesAddresses === false ? '' : address);

  const visitorOf = async (request: FastifyRequest, reply: FastifyReply, session?: string) => {
    const now = clock().toISOString();
    const visitor = await parts.visitorOf({ db, cookies: cookies(request, reply), now, session });
    // Lets our script notice that its visitor has changed: somebody signed in or out in another tab, or the session
    // ended
    if (visitor.signedIn) reply.header(visitorHeader, visitor.id);
    return visitor;
  };

  /** Creates the visit of a request. `declared` lists the query keys that the visit may read. */
  async function visitOf(
    request: FastifyRequest,
    reply: FastifyReply,
    visitor: Visitor,
    declared: readonly string[],
  ): Promise<PageRequest> {
    const revision = await revisionNow();
    await parts.refresh?.(revision);
    const now = clock();
    const day = dayAt(now.getTime(), await parts.timeZoneOf(db.read, revision));
    const { path, query } = parseRequestUrl(request);
    const origin = originOf(request);
    return {
      path,
      params: request.params as Record<string, string>,
      query: pickQueryKeys(query, declared),
      visitor,
      origin,
      home: parts.home(),
      cookies: cookies(request, reply),
      client: {
        address: getClientAddress(request),
        notedAddress: toNotedAddress(getClientAddress(request)),
        device: request.headers['user-agent'] ?? '',
        isFirstParty: isFirstPartyRequest(getProvenance(request, origin)),
        isProgram: requestsPageJson(request) && isProgram(request, origin),
      },
      now: now.toISOString() as Instant,
      today: day.date,
      until: await steadyUntil(db.read, revision, now.getTime(), day.until),
      db: db.read,
      revision,
      subject: undefined,
    };
  }

  return { revisionNow, originOf, toNotedAddress, visitorOf, visitOf };
}

function isProgram(request: FastifyRequest, own: string): boolean {
  const { purpose, ...headers } = request.headers;
  const ahead = [headers['sec-purpose'], purpose].flat().find((header) => header !== undefined);
  return isProgrammaticRequest({ ...getProvenance(request, own), purpose: ahead });
}

/** Collects the headers that show where a request comes from, together with the site's own origin (`own`). */
export function getProvenance({ method, headers }: FastifyRequest, own: string): Provenance {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    method,
    origin: headers.origin,
    secFetchSite: header('sec-fetch-site'),
    secFetchMode: header('sec-fetch-mode'),
    secFetchDest: header('sec-fetch-dest'),
    accept: headers.accept ?? '',
    referer: headers.referer,
    isBrowser: headers['user-agent']?.startsWith('Mozilla/') ?? false,
    navigates: headers['x-navigation'] !== undefined,
    ownOrigin: own,
  };
}

/**
 * Loads the subject of the visit, then admits the visitor or ends the request.
 *
 * @throws HttpError 404 if there is no subject, 401 or 403 if the visitor has no access
 * @throws StepRequiredError if the visitor has to do something else first
 * @throws AuthenticationRequiredError if nobody is signed in, or a recent authentication is required and missing
 */
export async function authorise<Subject>(
  options: {
    access: AccessRule<NoInfer<Subject>>;
    requiresReauthentication?: ReauthenticationPolicy;
    load?: (visit: PageRequest) => Promise<Subject | undefined>;
  },
  visit: PageRequest,
  refusals: RefusalCounter,
): Promise<PageRequest<Subject>> {
  if (Object.values(visit.params).some(hasControlCharacter)) refuseNotFound();
  const { signedIn } = visit.visitor;
  if (options.access.members && !signedIn) throw new AuthenticationRequiredError('sign_in');
  // Without a loader, `Subject` is declared as undefined.
  const subject = options.load ? ((await options.load(visit)) ?? refuseNotFound()) : (undefined as Subject);
  const { duty } = visit.visitor;
  // Pages for everyone stay open to a visitor who has to do something else first
  const isPublic = !options.access.members && options.access.allows(anonymousVisitor, subject);
  if (duty && !duty.exemptRules.includes(options.access.name) && !isPublic) {
    throw new StepRequiredError(duty.path, duty.msg);
  }
  if (!options.access.allows(visit.visitor, subject)) {
    if (signedIn) {
      refusals.count('access.refused', visit.client.notedAddress);
      refuse(
        403,
        options.access.why?.(visit.visitor, subject) ?? 'Your account doesn’t have access to this part of the site.',
      );
    }
    throw new AuthenticationRequiredError('sign_in');
  }
  if (options.requiresReauthentication === true && !hasRecentAuthentication(visit))
    throw new AuthenticationRequiredError('password');
  return { ...visit, subject };
}

/**
 * Returns a function that finds the time (epoch milliseconds) until which public content stays the same if nobody
 * changes anything. That is the time of the next publication, or `midnight` if that comes first. The function queries
 * the database once for each revision and each such period.
 */
function createExpiryFinder(nextPublication: FindNextPublication) {
  let known: { db: DbReader; revision: number; from: number; until: number } | undefined;
  return async (db: DbReader, revision: number, now: number, midnight: number): Promise<number> => {
    if (!known || known.db !== db || known.revision !== revision || now < known.from || now >= known.until) {
      const next = await nextPublication(db, new Date(now).toISOString());
      known = { db, revision, from: now, until: next ? Date.parse(next) : Number.POSITIVE_INFINITY };
    }
    return Math.min(known.until, midnight);
  };
}
