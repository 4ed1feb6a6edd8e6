import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallResponse, unexpectedErrorMessage } from '#platform/shared/calls/call-response.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import type { ErrorContent, RedirectContent } from '#platform/shared/pages.ts';
import { DatabaseBusyError, DatabaseUnavailableError } from '../../database/index.ts';
import { STATUS_CODES } from '../../program/node-http.ts';
import { isDiskFullError, StorageFullError, StorageUnavailableError } from '../../storage/storage.ts';
import {
  AuthenticationRequiredError,
  ConfirmationRequiredError,
  HttpError,
  malformedRequestMessage,
  notFoundMessage,
  ServiceUnavailableError,
  StepRequiredError,
  TooManyRequestsError,
  urlTooLongMessage,
} from '../errors/http-error.ts';
import type { ErrorRecorder } from '../errors/logged-error.ts';
import { bodyTooLargeMessage } from '../request/body.ts';
import { requestsPageJson } from '../request/request-url.ts';
import { anonymousVisitor } from '../request/visitor.ts';
import { renderBareErrorDocument } from '../response/html-document.ts';
import { htmlContentType, jsonContentType, sendFreshResponse } from '../response/send-response.ts';
import { getFormPagePath, wantsDocument } from '../routes/call.ts';
import type { PageRequest } from '../routes/page.ts';
import type { createRequestContext } from './request-context.ts';
import type { RouteRegistryOptions } from './route-registry-options.ts';
import type { RenderPage } from './server-context.ts';

/** Formats a status with its name: "404 Not Found". */
const statusTitle = (code: number) => `${code} ${STATUS_CODES[code] ?? 'Error'}`;

/** The error page's content; `content` repeats `message` for clients that render it as a post. */
const errorContent = (code: number, message: string): ErrorContent => ({
  type: 'error',
  code,
  title: statusTitle(code),
  message,
  content: message,
});

/** Statuses that occur in floods of requests. Rendering a whole page for each would make the flood worse. */
const codesWithoutPage = new Set([414, 429, 503]);

/** The number of seconds after which to try again while something is busy or unavailable. */
const defaultRetrySeconds = 10;

const isPage = (request: FastifyRequest) =>
  request.method === 'GET'
    ? !request.url.startsWith('/members/api/') && !request.url.startsWith('/api/')
    : wantsDocument(request);

/**
 * Creates the function that responds to refused requests. Calls get a `CallResponse`. Pages and downloads get the error
 * page, a page to sign in or to confirm the password, or a redirect to the page where something else has to be done
 * first.
 */
export function createErrorResponder(
  { loginPage, passwordPage }: Pick<RouteRegistryOptions, 'loginPage' | 'passwordPage'>,
  {
    visitorOf,
    visitOf,
    renderPage,
  }: Pick<ReturnType<typeof createRequestContext>, 'visitorOf' | 'visitOf'> & { renderPage: RenderPage },
) {
  return async (request: FastifyRequest, reply: FastifyReply, refusal: HttpError): Promise<FastifyReply> => {
    const { code, message: msg } = refusal;
    const retryAfter =
      refusal instanceof ServiceUnavailableError || refusal instanceof TooManyRequestsError
        ? refusal.retryAfterSeconds
        : defaultRetrySeconds;
    if ((code === 503 || refusal instanceof TooManyRequestsError) && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', String(retryAfter));
    }
    const contentFor = (stopped: HttpError, visit: PageRequest) => {
      if (stopped instanceof AuthenticationRequiredError && stopped.needs === 'password') {
        // If the request isn't for a page, entering the password leads back to the page that made the request
        const leadsBack = request.method === 'GET' && isPage(request);
        return passwordPage(leadsBack ? visit : { ...visit, path: getFormPagePath(request, visit.origin) });
      }
      return stopped.code === 401 ? loginPage(visit) : errorContent(stopped.code, joinFieldMessages(stopped));
    };
    const sendJson = (content: object) =>
      sendFreshResponse(request, reply, { status: code, contentType: jsonContentType, body: JSON.stringify(content) });
    const sendBare = () =>
      sendFreshResponse(request, reply, {
        status: code,
        contentType: htmlContentType,
        body: renderBareErrorDocument(statusTitle(code), msg),
      });

    // A browser requests a download without a script, so the password can only be asked for on a page
    const asksPassword =
      refusal instanceof AuthenticationRequiredError && refusal.needs === 'password' && wantsDocument(request);
    if (!isPage(request) && !asksPassword) return sendJson(toErrorResponse(refusal));
    const asksJson = requestsPageJson(request);
    if (refusal instanceof StepRequiredError) {
      const content: RedirectContent = { type: 'redirect', url: refusal.path, text: msg, time: 0 };
      const made = asksJson
        ? { status: 200, contentType: jsonContentType, body: JSON.stringify(content) }
        : { status: 302, contentType: htmlContentType, body: '', headers: { location: refusal.path } };
      return sendFreshResponse(request, reply, made);
    }
    if (codesWithoutPage.has(code) && !asksJson) return sendBare();
    if (asksJson && code !== 401) return sendJson(errorContent(code, msg));
    try {
      const visitor = code === 401 ? anonymousVisitor : await visitorOf(request, reply);
      const visit = await visitOf(request, reply, visitor, []);
      // The page is rendered at the requested URL, so that the visitor stays there after signing in
      const content = await contentFor(refusal, visit);
      if (asksJson) return sendJson(content);
      return await sendFreshResponse(request, reply, {
        status: code,
        contentType: htmlContentType,
        ...(await renderPage(content, visit)),
      });
    } catch (error) {
      request.log.error(error, 'the error page could not be rendered');
      return asksJson ? sendJson(errorContent(code, msg)) : sendBare();
    }
  };
}

/** Lists the messages of all fields, because an error page has no fields to show them next to. */
const joinFieldMessages = ({ message, fields }: HttpError): string =>
  fields ? `${Object.values(fields).join(' · ')} Go back to the form: what you typed is still there.` : message;

/** Returns the response to a refused call, without `needs` and other properties that only a script can use. */
export const toFormErrorResponse = ({ code, message: msg, fields }: HttpError): CallResponse => ({
  code,
  msg,
  ...(fields ? { fields } : {}),
});

/** Returns the response to a refused call, with `needs` and the other properties that only a script can use. */
function toErrorResponse(refusal: HttpError): CallResponse {
  const response = toFormErrorResponse(refusal);
  if (refusal instanceof AuthenticationRequiredError) return { ...response, needs: refusal.needs };
  if (refusal instanceof ConfirmationRequiredError) return { ...response, needs: 'confirmation', ...refusal.about };
  return response;
}

const clientFaultMessages: Record<number, string> = {
  400: malformedRequestMessage,
  413: bodyTooLargeMessage,
  414: urlTooLongMessage,
  415: 'This page doesn’t accept that kind of content.',
  503: 'The site is very busy just now. Wait a moment, then try again.',
};

const storageFullMessage =
  'There’s no space left for files. Delete some that nobody needs, or ask whoever looks after the site for more space.';

const databaseUnavailableMessage = 'The site can’t reach its records just now. Wait a minute, then try again.';

const storageUnavailableMessage = 'The site can’t reach its files just now. Wait a minute, then try again.';

const diskFullMessage =
  'The site has run out of space, so nothing can be saved just now. Whoever looks after it needs to free some. Keep a copy of what you typed and try again later.';

/** The number of seconds until the next attempt, after an error that an admin has to fix first. */
const faultRetrySeconds = 300;

/** Maps any error to the HttpError that the visitor sees. Logs and records the program's own errors. */
export function toHttpError(error: unknown, request: FastifyRequest, faults: ErrorRecorder): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailableError) {
    request.log.error(error, 'the database is not responding');
    return new HttpError(503, databaseUnavailableMessage);
  }
  if (error instanceof StorageUnavailableError) {
    request.log.error(error, 'the file store is not responding');
    return new HttpError(503, storageUnavailableMessage);
  }
  if (isDiskFullError(error)) {
    request.log.error(error, 'no disk space left to write to');
    return new ServiceUnavailableError(diskFullMessage, faultRetrySeconds);
  }
  if (error instanceof StorageFullError) return new HttpError(413, storageFullMessage);
  const status = error instanceof DatabaseBusyError ? 503 : clientFault(error);
  if (status === 429) return new TooManyRequestsError(minute);
  if (status) return new HttpError(status, clientFaultMessages[status] ?? notFoundMessage);
  request.log.error(error, 'a request failed');
  faults.record(error, { where: `${request.method} ${request.routeOptions.url ?? 'unknown'}`, request: request.id });
  return new HttpError(500, unexpectedErrorMessage);
}

/**
 * Returns the status of an error that Fastify blames on the request, e.g. a body that isn't JSON, or on its own load
 * (503); undefined for our own errors.
 */
function clientFault(error: unknown): number | undefined {
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status !== 'number') return undefined;
  return (status >= 400 && status < 500) || status === 503 ? status : undefined;
}
