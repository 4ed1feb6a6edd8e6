import { type DatabaseConnection, type Driver, PostgresDialect } from 'kysely';
import { DatabaseBusyError, DatabaseUnavailableError, getErrorCode } from '../core/database.ts';

/** PostgreSQL's error code if the connection limit of the server, the user or the database is reached. */
export const TOO_MANY_CONNECTIONS = '53300';
/**
 * PostgreSQL's other error codes for an unavailable database: server shutting down or starting, database dropped, no
 * connection, idle for too long in a write.
 */
const serverCodes = /^(57P0[1-4]|08...|25P03)$/;
const networkErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * Matches the messages of pg's errors that have no code: a connection ended during use or just before, or the server
 * didn't respond.
 */
const connectionEndedMessage =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
/** The message of pg's pool if no connection becomes free in time. */
const poolTimeoutMessage = 'timeout exceeded when trying to connect';

function isUnavailable(error: unknown): boolean {
  const code = getErrorCode(error);
  return (
    serverCodes.test(code) ||
    networkErrorCodes.has(code) ||
    (error instanceof Error && connectionEndedMessage.test(error.message))
  );
}

/**
 * Rethrows pg's connection errors as DatabaseUnavailableError, a full pool as DatabaseBusyError, and anything else
 * unchanged.
 */
export function rethrowConnectionError(error: unknown): never {
  if (error instanceof Error && error.message === poolTimeoutMessage) {
    throw new DatabaseBusyError('No database connection became free in time.', { cause: error });
  }
  if (getErrorCode(error) === TOO_MANY_CONNECTIONS) {
    throw new DatabaseUnavailableError('The database has no free connection.', { cause: error });
  }
  if (isUnavailable(error)) throw new DatabaseUnavailableError('The database is not responding.', { cause: error });
  throw error;
}

/** Applies `rethrowConnectionError` to everything that Kysely runs. */
export class ErrorMappingDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    // The driver returns the same connections again and again. This set contains those that already rethrow errors
    const mapped = new WeakSet<DatabaseConnection>();
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options).catch(rethrowConnectionError);
      if (!mapped.has(connection)) {
        mapped.add(connection);
        const ask = connection.executeQuery.bind(connection);
        connection.executeQuery = <Row>(...args: Parameters<typeof ask>) =>
          ask<Row>(...args).catch(rethrowConnectionError);
      }
      return connection;
    };
    return driver;
  }
}
