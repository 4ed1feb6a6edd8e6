import { type DatabaseConnection, type Driver, PostgresDialect } from 'kysely';
import { codeOf, DatabaseAway } from './faults.ts';

/**
 * PostgreSQL's own codes: being shut down or started, no line to it, none left to give, idle for too long in a write.
 */
const serverCodes = /^(57P0[1-4]|08...|53300|25P03)$/;
const lineCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg says without a code, of a connection that has ended under its hands. */
const ended = /^(Connection terminated|Client has encountered a connection error)/;

function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return serverCodes.test(code) || lineCodes.has(code) || (error instanceof Error && ended.test(error.message));
}

/** Says of what pg throws when there is no database to ask that it is that; throws everything else as it is. */
export function tellAway(error: unknown): never {
  if (isAway(error)) throw new DatabaseAway('The database does not answer.', { cause: error });
  throw error;
}

/** The same for all that Kysely asks. */
export class TellingDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    // The driver hands the same connections out again and again
    const telling = new WeakSet<DatabaseConnection>();
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options).catch(tellAway);
      if (!telling.has(connection)) {
        telling.add(connection);
        const ask = connection.executeQuery.bind(connection);
        connection.executeQuery = <Row>(...asked: Parameters<typeof ask>) => ask<Row>(...asked).catch(tellAway);
      }
      return connection;
    };
    return driver;
  }
}
