import { createDiskStorage } from './disk-storage.ts';
import type { S3Access } from './s3-client.ts';
import type { FileStorage } from './storage.ts';

/** Opens the file storage, of at most `maxBytes` bytes: in a bucket if one is configured, otherwise in a folder. */
export async function openStorage({
  s3,
  folder,
  maxBytes,
}: {
  s3: S3Access | undefined;
  folder: string;
  maxBytes: number;
}): Promise<FileStorage> {
  if (!s3) return createDiskStorage(folder, { maxBytes });
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3, { folder, maxBytes });
}
