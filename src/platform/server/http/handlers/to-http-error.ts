import type { FastifyRequest } from 'fastify';
import { unexpectedMessage } from '#platform/shared/calls/call-response.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { DatabaseBusyError, DatabaseUnavailableError } from '../../database/index.ts';
import { isDiskFull, StorageFullError, StorageUnavailableError } from '../../storage/storage.ts';
import {
  HttpError,
  malformedRequestMessage,
  notFoundMessage,
  ServiceUnavailableError,
  TooManyRequestsError,
  urlTooLongMessage,
} from '../errors/http-error.ts';
import type { ErrorRecorder } from '../errors/logged-error.ts';
import { bodyTooLargeMessage } from '../request/body.ts';

const clientFaultMessages: Record<number, string> = {
  400: malformedRequestMessage,
  413: bodyTooLargeMessage,
  414: urlTooLongMessage,
  415: 'This page doesn’t accept that kind of content.',
  503: 'The site is very busy just now. Wait a moment, then try again.',
};

const fullMessage =
  'There’s no space left for files. Delete some that nobody needs, or ask whoever looks after the site for more space.';

const awayMessage = 'The site can’t reach its records just now. Wait a minute, then try again.';

const filesAwayMessage = 'The site can’t reach its files just now. Wait a minute, then try again.';

const noRoomMessage =
  'The site has run out of space, so nothing can be saved just now. Whoever looks after it needs to free some. Keep a copy of what you typed and try again later.';

/** The number of seconds until the next attempt, after an error that an admin has to fix first. */
const aWhile = 300;

/** Maps any error to the HttpError that the visitor sees. Logs and records the program's own errors. */
export function toHttpError(error: unknown, request: FastifyRequest, faults: ErrorRecorder): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailableError) {
    request.log.error(error, 'the database is not responding');
    return new HttpError(503, awayMessage);
  }
  if (error instanceof StorageUnavailableError) {
    request.log.error(error, 'the file store is not responding');
    return new HttpError(503, filesAwayMessage);
  }
  if (isDiskFull(error)) {
    request.log.error(error, 'no disk space left to write to');
    return new ServiceUnavailableError(noRoomMessage, aWhile);
  }
  if (error instanceof StorageFullError) return new HttpError(413, fullMessage);
  const status = error instanceof DatabaseBusyError ? 503 : clientFault(error);
  if (status === 429) return new TooManyRequestsError(minute);
  if (status) return new HttpError(status, clientFaultMessages[status] ?? notFoundMessage);
  request.log.error(error, 'a request failed');
  faults.record(error, { where: `${request.method} ${request.routeOptions.url ?? 'unknown'}`, request: request.id });
  return new HttpError(500, unexpectedMessage);
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
