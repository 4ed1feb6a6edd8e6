// The settings that all processes of a site have in common when they share a database and a file store.
import type { S3Access } from '#platform/server/storage/s3-client.ts';

/** Returns the settings that all processes share. DATA_DIR and PORT are set for each process separately. */
export const sharedSettings = ({ url, access, secret }: { url: string; access: S3Access; secret: string }) => ({
  DATABASE_URL: url,
  STORAGE_URL: `${access.endpoint}/${access.bucket}`,
  STORAGE_REGION: access.region,
  STORAGE_ACCESS_KEY: access.accessKey,
  STORAGE_SECRET_KEY: access.secretKey,
  SECRET: secret,
});
