import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type SquareAccess, squareBaseUrls } from '#features/money/payments/server/index.ts';
import { parseTrustProxy, type TrustProxy } from '#platform/server/http/request/client-address.ts';
import type { OffsiteSettings } from '#platform/server/offsite/offsite-store.ts';
import type { S3Access } from '#platform/server/storage/s3-client.ts';
import { isDecodableUrl } from '#platform/shared/text/text.ts';

/** All settings, with defaults for those that the environment lacks. A real site also needs https (`assertHttps`). */
export interface Config {
  port: number;
  host: string;
  /** The site's public address, without a trailing slash; "" if it is taken from each request. */
  publicUrl: string;
  dataDir: string;
  /** The folder for nightly backups; "" for none. */
  backupDir: string;
  /** The store for off-site copies of the nightly backups; undefined for none. */
  offsite: OffsiteSettings | undefined;
  /** The maximum total size of all uploaded files, in bytes. */
  maxFilesBytes: number;
  /** The object store for files; undefined if they are in `dataDir`. */
  s3: S3Access | undefined;
  /** postgres://… or "" for the SQLite file in `dataDir`. */
  databaseUrl: string;
  /** smtp://… or smtps://…, or "" to store emails in `dataDir`. */
  smtpUrl: string;
  /** The sender's address of emails. */
  mailFrom: string;
  /** True if addresses that admins enter on a screen may belong to this machine or a private network. */
  allowPrivateAddresses: boolean;
  /**
   * The secret that encrypts the key of the society’s data; "" to use the secret in `dataDir`, which the first start
   * creates.
   */
  secret: string;
  /** The old secret that `secret` replaces; needed only for the first start with the new one. */
  previousSecret: string;
  /** True if an empty database is filled with the demo society. */
  demo: boolean;
  /** True if strangers may see the demo. It is then reset each night, sends no email and accepts no files. */
  publicDemo: boolean;
  /** The proxies whose headers about a request's origin are trusted. */
  trustProxy: TrustProxy;
  /** The access to card payments; undefined if any of Square's settings is missing. */
  square: SquareAccess | undefined;
  /** The names of the missing Square settings. If no setting is set, these are all of them. */
  missingSquareSettings: readonly string[];
  /** The token that a reader of `/metrics` has to send; "" if the page doesn't exist. */
  metricsToken: string;
  /** Database statements that take at least this long (milliseconds) are logged as slow; 0 for never. */
  slowQueryMs: number;
  production: boolean;
  /** True if the site may start in production although its public address isn't https. */
  allowHttp: boolean;
}

/** Thrown if the environment's settings can't be used. `message` says what is wrong with them and how to fix it. */
export class ConfigError extends Error {}

const flag = z.enum(['0', '1']).transform((value) => value === '1');
/** A URL whose parts can be decoded. A stray % would make a name or password unreadable. */
const decodableUrl = (protocols: RegExp) => z.url({ protocol: protocols }).refine(isDecodableUrl);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  // The URL is normalised to the origin that browsers send, because requests from any other origin are refused. A path
  // or query isn't allowed
  PUBLIC_URL: decodableUrl(/^https?$/)
    .transform((url) => new URL(url))
    .refine(({ href, origin }) => href === `${origin}/`)
    .transform(({ origin }) => origin)
    .default(''),
  DATA_DIR: z.string().min(1).default('./data'),
  BACKUP_DIR: z.string().default(''),
  OFFSITE_URL: decodableUrl(/^https?$/)
    .refine((url) => /^(\/[\w.-]+)+\/?$/.test(new URL(url).pathname) && !/[?#]/.test(url) && !new URL(url).username)
    .default(''),
  OFFSITE_REGION: z.string().default('us-east-1'),
  OFFSITE_ACCESS_KEY: z.string().default(''),
  OFFSITE_SECRET_KEY: z.string().default(''),
  OFFSITE_PUBLIC_KEY: z.string().default(''),
  FILES_LIMIT: z.coerce.number().positive().default(50),
  STORAGE_URL: decodableUrl(/^https?$/)
    .refine((url) => /^\/[^/]+\/?$/.test(new URL(url).pathname) && !new URL(url).username)
    .default(''),
  STORAGE_REGION: z.string().default('us-east-1'),
  STORAGE_ACCESS_KEY: z.string().default(''),
  STORAGE_SECRET_KEY: z.string().default(''),
  DATABASE_URL: decodableUrl(/^postgres(ql)?$/).default(''),
  SMTP_URL: decodableUrl(/^smtps?$/).default(''),
  MAIL_FROM: z.email().optional(),
  ALLOW_PRIVATE_ADDRESSES: flag.default(false),
  SECRET: z.string().min(32).default(''),
  SECRET_BEFORE: z.string().min(32).default(''),
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((setting, { addIssue }) => {
      const trust = parseTrustProxy(setting);
      if (!trust) addIssue({ code: 'custom' });
      return trust ?? z.NEVER;
    }),
  ALLOW_HTTP: flag.default(false),
  DEMO: z.enum(['0', '1', 'public']).optional(),
  SQUARE_ENVIRONMENT: z.enum(['sandbox', 'production']).optional(),
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_APPLICATION_ID: z.string().optional(),
  SQUARE_LOCATION_ID: z.string().optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  METRICS_TOKEN: z.string().min(32).default(''),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).max(600_000).default(500),
  NODE_ENV: z.string().default(''),
});

const settingForms: Record<string, string> = {
  PORT: 'a whole number from 0 to 65535, such as 3000',
  HOST: 'the address to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'the address people type, such as https://players.example, with nothing after the name',
  DATA_DIR: 'a folder, such as ./data',
  OFFSITE_URL:
    'the address of a bucket, such as https://store.example/players-backups, without keys; a folder in it may follow',
  FILES_LIMIT: 'the total size of uploaded files in gigabytes, such as 50',
  STORAGE_URL: 'the address of a bucket, such as https://store.example/players, without keys',
  DATABASE_URL: 'postgres://user:password@host/database, or nothing for the SQLite file in DATA_DIR',
  SMTP_URL:
    'smtp://user:password@host:587 or smtps://user:password@host:465, or nothing to store emails in DATA_DIR/mail',
  MAIL_FROM: 'one email address, such as website@players.example',
  ALLOW_PRIVATE_ADDRESSES: '1 or 0',
  SECRET: 'at least 32 characters that nobody can guess, as `openssl rand -base64 48` prints them',
  SECRET_BEFORE: 'the previous SECRET, at least 32 characters long',
  TRUST_PROXY:
    'the number of proxies in front of the site, such as 1, or their addresses or networks, such as 172.16.0.0/12, 10.0.0.1',
  ALLOW_HTTP: '1 or 0',
  DEMO: '1, 0 or public',
  METRICS_TOKEN: 'at least 32 characters that nobody can guess, as `openssl rand -hex 32` prints them',
  SLOW_QUERY_MS: 'a whole number of milliseconds, such as 500, or 0 to log none',
  SQUARE_ENVIRONMENT: 'sandbox or production',
};

/** The names of all settings that card payments need. */
export const squareSettingNames = [
  'SQUARE_ENVIRONMENT',
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
] as const;

/**
 * Reads the environment. Variables that are set but empty, or blank, count as not set.
 *
 * @throws ConfigError if a variable can't be used, is missing for an object store or for off-site copies, or doesn't
 * belong to a public demo, or if off-site copies would be stored in the bucket of the files. The message names the
 * variables
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const read = environment.safeParse(given);
  if (!read.success) {
    const wrong = [...new Set(read.error.issues.map((issue) => String(issue.path[0])))];
    const faults = wrong.map((name) => `  ${name} should be ${settingForms[name]}.`);
    throw new ConfigError(`Some settings in the environment can’t be used:\n${faults.join('\n')}`);
  }
  const { data } = read;
  const production = data.NODE_ENV === 'production';
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL,
    dataDir: resolve(data.DATA_DIR),
    backupDir: data.BACKUP_DIR && resolve(data.BACKUP_DIR),
    offsite: parseOffsiteAccess(data),
    maxFilesBytes: data.FILES_LIMIT * 1_000_000_000,
    s3: parseS3Access(data),
    databaseUrl: data.DATABASE_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? getDefaultSender(data.SMTP_URL, data.PUBLIC_URL),
    allowPrivateAddresses: data.ALLOW_PRIVATE_ADDRESSES,
    secret: data.SECRET,
    previousSecret: data.SECRET_BEFORE,
    demo: data.DEMO === undefined ? !production : data.DEMO !== '0',
    publicDemo: parsePublicDemo(data, production),
    trustProxy: data.TRUST_PROXY,
    square: parseSquareAccess(data),
    missingSquareSettings: squareSettingNames.filter((name) => data[name] === undefined),
    metricsToken: data.METRICS_TOKEN,
    slowQueryMs: data.SLOW_QUERY_MS,
    production,
    allowHttp: data.ALLOW_HTTP,
  };
}

/** @throws ConfigError if a public demo has settings that belong to a real site */
function parsePublicDemo(data: z.infer<typeof environment>, production: boolean): boolean {
  if (data.DEMO !== 'public') return false;
  const real = [...squareSettingNames, 'SMTP_URL', 'STORAGE_URL', 'BACKUP_DIR', 'OFFSITE_URL'] as const;
  const wrong = [...(production ? ['NODE_ENV'] : []), ...real.filter((name) => data[name])];
  if (wrong.length > 0) {
    throw new ConfigError(
      `DEMO=public is for a separate site with nobody’s data on it. These settings belong to a real site and must not be set: ${wrong.join(', ')}.`,
    );
  }
  return true;
}

/**
 * @throws ConfigError if a setting is missing that an object store needs: its two keys, or the SECRET that all machines
 * of a site share
 */
function parseS3Access(data: z.infer<typeof environment>): S3Access | undefined {
  if (data.STORAGE_URL === '') return undefined;
  const needed = ['STORAGE_ACCESS_KEY', 'STORAGE_SECRET_KEY', 'SECRET'] as const;
  const missing = needed.filter((name) => data[name] === '');
  if (missing.length > 0) {
    throw new ConfigError(
      `STORAGE_URL also needs these settings: ${missing.join(', ')}. All machines of one site need the same values.`,
    );
  }
  const { origin, pathname } = new URL(data.STORAGE_URL);
  return {
    endpoint: origin,
    bucket: pathname.replaceAll('/', ''),
    region: data.STORAGE_REGION,
    accessKey: data.STORAGE_ACCESS_KEY,
    secretKey: data.STORAGE_SECRET_KEY,
  };
}

/**
 * @throws ConfigError if a setting is missing that off-site copies need, or if the copies would be stored in the bucket
 * of the files
 */
function parseOffsiteAccess(data: z.infer<typeof environment>): OffsiteSettings | undefined {
  if (data.OFFSITE_URL === '') return undefined;
  const needed = ['OFFSITE_ACCESS_KEY', 'OFFSITE_SECRET_KEY', 'OFFSITE_PUBLIC_KEY', 'BACKUP_DIR'] as const;
  const missing = needed.filter((name) => data[name] === '');
  if (missing.length > 0) throw new ConfigError(`OFFSITE_URL also needs these settings: ${missing.join(', ')}.`);
  const { origin, pathname } = new URL(data.OFFSITE_URL);
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean);
  const storage = parseS3Access(data);
  if (storage?.endpoint === origin && storage.bucket === bucket) {
    throw new ConfigError(
      'OFFSITE_URL names the same bucket as STORAGE_URL, so whatever destroys one destroys the other. Set OFFSITE_URL to another bucket, preferably with another provider.',
    );
  }
  return {
    s3: {
      endpoint: origin,
      bucket,
      region: data.OFFSITE_REGION,
      accessKey: data.OFFSITE_ACCESS_KEY,
      secretKey: data.OFFSITE_SECRET_KEY,
    },
    prefix: folders.map((folder) => `${folder}/`).join(''),
    publicKey: data.OFFSITE_PUBLIC_KEY.trim(),
  };
}

function parseSquareAccess({
  SQUARE_ENVIRONMENT: place,
  SQUARE_ACCESS_TOKEN: accessToken,
  SQUARE_APPLICATION_ID: applicationId,
  SQUARE_LOCATION_ID: locationId,
  SQUARE_WEBHOOK_SIGNATURE_KEY: signatureKey,
}: Partial<z.infer<typeof environment>>): SquareAccess | undefined {
  if (!place || !accessToken || !applicationId || !locationId || !signatureKey) return undefined;
  const baseUrl = squareBaseUrls[place];
  return { environment: place, baseUrl, accessToken, applicationId, locationId, signatureKey };
}

/**
 * Refuses to open a real site over plain http. Passwords and cookies could be read in transit, and cookies are only
 * marked Secure if the site knows that it is served over https.
 * @throws ConfigError if a real site would open without https
 */
export function assertHttps({ production, allowHttp, publicUrl }: Config): void {
  if (!production || allowHttp || publicUrl.startsWith('https:')) return;
  throw new ConfigError(
    'In production, PUBLIC_URL must be the https address people type, such as https://players.example: passwords and sessions aren’t safe without https. To use plain http anyway, on a network you trust, set ALLOW_HTTP=1.',
  );
}

/** Returns the URL at which this machine reaches the site, without any proxy. */
export function buildLocalUrl({ host }: Pick<Config, 'host'>, port: number): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Returns advice for when the society's data can't be stored; undefined if something else went wrong. */
export function explainFolderError(error: unknown): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!path || !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code ?? '')) return undefined;
  return `Data can’t be stored in ${path}: set DATA_DIR to a folder that this program can write to and that has free space.`;
}

/**
 * Returns the default sender of emails: the user name of the mail server's URL if it is an address, otherwise an
 * address at the site's host.
 */
function getDefaultSender(smtpUrl: string, publicUrl: string): string {
  const user = smtpUrl ? decodeURIComponent(new URL(smtpUrl).username) : '';
  if (z.email().safeParse(user).success) return user;
  return `callboard@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}`;
}

/** Returns the location of the society's files, as `openStorage` accepts it. */
export const buildFilesLocation = ({ dataDir, s3, maxFilesBytes: maxBytes }: Config) => ({
  folder: join(dataDir, 'files'),
  s3,
  maxBytes,
});

/** Returns the folder of additional fonts for posters, for scripts that the program's own fonts lack. */
export const getFontFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'fonts');
