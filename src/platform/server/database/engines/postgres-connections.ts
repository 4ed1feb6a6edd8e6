import { createHash } from 'node:crypto';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { isDecodableUrl } from '#platform/shared/text/text.ts';
import {
  buildTimingOptions,
  DatabaseBusyError,
  DatabaseSetupError,
  DatabaseUnavailableError,
  getErrorCode,
  type OnQuery,
} from '../core/database.ts';

/** Reads and writes have separate pools, so that reads never queue behind writes that wait for each other. */
export interface PostgresPools {
  readers: pg.Pool;
  writers: pg.Pool;
  /**
   * The pool for the revision query, which every page makes first and which must never queue behind other reads. The
   * query times out if the server is silent (after power or network loss); the operating system would wait for 15
   * minutes.
   */
  pulse: pg.Pool;
}

export async function createPostgresPools(url: string, patience: number): Promise<PostgresPools> {
  const pools = {
    readers: await createPool(url, 8, patience),
    writers: await createPool(url, 4, patience),
    pulse: await createPool(url, 1, patience, { query_timeout: patience }),
  };
  prepareRepeatedStatements(Object.values(pools));
  return pools;
}

export function createKysely<DB>(pool: pg.Pool, session: string, onQuery?: OnQuery): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new ErrorMappingDialect({
      pool,
      onCreateConnection: async (connection) => void (await connection.executeQuery(CompiledQuery.raw(session))),
    }),
    ...buildTimingOptions(onQuery),
  });
}

/** Creates a pool of connections. The first call loads pg, because sites with SQLite don't need its 4 MB. */
export async function createPool(
  url: string,
  max: number,
  patience: number,
  also: pg.PoolConfig = {},
): Promise<pg.Pool> {
  const { Pool, types } = (await import('pg')).default;
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience / 2,
    application_name: 'callboard',
    keepAlive: true,
    types: { getTypeParser: buildTypeParser(types) },
    ...also,
  });
  // If the server closes an idle connection, the pool opens another, so the program needn't stop.
  pool.on('error', () => {});
  // If the server closes a connection in use, the connection's next query reports the error. Without this handler, the
  // event would end the program.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/**
 * Builds the lookup of parsers for pg's types. pg returns 64-bit and exact numbers, such as counts and sums, as text.
 * Their parser converts them to numbers, and throws if a whole number is too big to be exact.
 */
const buildTypeParser =
  ({ builtins, getTypeParser }: typeof pg.types): typeof pg.types.getTypeParser =>
  (oid: number, format?: 'text' | 'binary') =>
    oid === builtins.INT8 || oid === builtins.NUMERIC
      ? exactNumber
      : getTypeParser(oid, format === 'binary' ? 'binary' : 'text');

function exactNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) throw new RangeError(`${text} is too big a number`);
  return number;
}

interface DatabaseAddress {
  server: string;
  database: string;
}

/**
 * Returns the parts of the database URL that may be shown, never the password.
 * @throws DatabaseSetupError if it isn't the URL of a PostgreSQL database
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const address = URL.parse(url);
  if (!address || !/^postgres(ql)?:$/.test(address.protocol) || !isDecodableUrl(url)) {
    throw new DatabaseSetupError(
      'DATABASE_URL is not a PostgreSQL URL: use the form postgres://user:password@host:5432/database, or leave it out to store the data in DATA_DIR.',
    );
  }
  const database = decodeURIComponent(address.pathname.slice(1)) || decodeURIComponent(address.username);
  return { server: address.host || 'this machine', database };
}

export function toPostgresSetupError(error: unknown, { server, database }: DatabaseAddress): DatabaseSetupError {
  const code = getErrorCode(error);
  const message = error instanceof Error ? error.message : '';
  const cause = { cause: error };
  if (code.startsWith('28') || message.startsWith('SASL')) {
    return new DatabaseSetupError(
      `PostgreSQL on ${server} rejected the user name or password: correct DATABASE_URL.`,
      cause,
    );
  }
  if (code === '3D000') {
    return new DatabaseSetupError(
      `PostgreSQL on ${server} has no database called ${database}: create it with createdb, or correct DATABASE_URL.`,
      cause,
    );
  }
  if (code === TOO_MANY_CONNECTIONS) {
    return new DatabaseSetupError(
      `PostgreSQL on ${server} has no free connection: close connections of other programs, or raise its limit (max_connections, or the limit of the user or the database).`,
      cause,
    );
  }
  if (code === '57P03') {
    return new DatabaseSetupError(
      `PostgreSQL on ${server} is starting up or shutting down: wait a moment, then start Callboard again.`,
      cause,
    );
  }
  return new DatabaseSetupError(`PostgreSQL on ${server} isn’t responding: start it, or correct DATABASE_URL.`, cause);
}

/** PostgreSQL's error code if the connection limit of the server, the user or the database is reached. */
const TOO_MANY_CONNECTIONS = '53300';
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

/** The maximum number of statements that a process prepares on each of its connections. */
const maxPrepared = 200;
/**
 * The maximum length of a prepared statement, in characters. Longer statements contain a list, so they rarely repeat.
 */
const maxPreparedLength = 4000;
/**
 * The maximum number of statements that are remembered as seen once. When it is exceeded, all of them are forgotten.
 */
const maxSeenOnce = 1000;

const RESULT_CHANGED = '0A000';

/**
 * Thrown if a prepared statement is older than a change of the schema. Its transaction is over, but a retry succeeds.
 */
export class StalePlanError extends Error {
  override name = 'StalePlanError';
}

/**
 * Lets PostgreSQL prepare the repeated statements of these pools, because parsing and planning takes longer than
 * running most statements. Each prepared statement has the same name on every connection. If another process changes
 * the schema, a prepared statement that no longer fits runs without a name from then on.
 */
function prepareRepeatedStatements(pools: readonly pg.Pool[]): void {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  const unnamed = new Set<string>();

  function nameOf(text: string, values: unknown): string | undefined {
    const isPrepared = Array.isArray(values) && (values.length > 0 || text.startsWith('select '));
    if (!isPrepared || text.length > maxPreparedLength || unnamed.has(text)) return undefined;
    if (!names.has(text) && names.size < maxPrepared && hasBeenSeen(text))
      names.set(text, createHash('sha256').update(text).digest('base64url'));
    return names.get(text);
  }

  /**
   * Returns true if a statement has been seen before, so that preparing it is worthwhile; otherwise remembers it.
   * Without this check, statements with lists of different lengths would use up the names.
   */
  function hasBeenSeen(text: string): boolean {
    if (seenOnce.delete(text)) return true;
    if (seenOnce.size >= maxSeenOnce) seenOnce.clear();
    seenOnce.add(text);
    return false;
  }

  function patchClient(client: pg.PoolClient): void {
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const query = async (text: string, values: unknown) => {
      const name = nameOf(text, values);
      if (name === undefined) return ask(text, values);
      try {
        return await ask({ name, text, values });
      } catch (error) {
        if (getErrorCode(error) !== RESULT_CHANGED) throw error;
        unnamed.add(text);
        return ask(text, values).catch(() => {
          throw new StalePlanError('A prepared statement is older than a schema change.', { cause: error });
        });
      }
    };
    Object.assign(client, {
      query: (...args: unknown[]) =>
        typeof args[0] === 'string' && args.length === 2 ? query(args[0], args[1]) : ask(...args),
    });
  }

  const patched = new WeakSet<pg.PoolClient>();
  for (const pool of pools) {
    pool.on('acquire', (client) => {
      if (patched.has(client)) return;
      patched.add(client);
      patchClient(client);
    });
  }
}
