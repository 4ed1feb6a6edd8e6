// Settings shared by all processes of one site, if several share a database and a store of files.
import type { S3Access } from '#platform/server/storage/s3-access.ts';

/** Settings for each of them. DATA_DIR and PORT are each one's own. */
export const sharedSettings = ({ url, access, secret }: { url: string; access: S3Access; secret: string }) => ({
  DATABASE_URL: url,
  STORAGE_URL: `${access.endpoint}/${access.bucket}`,
  STORAGE_REGION: access.region,
  STORAGE_ACCESS_KEY: access.accessKey,
  STORAGE_SECRET_KEY: access.secretKey,
  SECRET: secret,
});
