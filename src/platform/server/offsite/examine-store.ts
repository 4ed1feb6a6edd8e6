import { newId } from '../crypto/ids.ts';
import { createS3Client, S3Error, type S3Request } from '../storage/s3-client.ts';
import { buildContent } from '../storage/s3-parts.ts';
import { adviseOnStore, type OffsiteAccess } from './offsite-store.ts';

/** The rights that the site's key has in the store. */
export interface StoreRights {
  /** True if an object can be deleted for good: with its versions, if the store keeps versions. */
  canDelete: boolean;
  /** True if an object can be replaced without the store keeping the former one. */
  canReplace: boolean;
}

/**
 * Finds out what the site's key may do in the store, by storing a small object of its own, replacing it, and trying to
 * delete it. If the key has no right to delete, the object stays.
 * @throws BackupError if the store can't be reached or nothing can be stored
 */
export async function examineStore(access: OffsiteAccess): Promise<StoreRights> {
  const client = createS3Client(access.s3);
  // Each check has an object of its own, because a locked object can't be stored again
  const key = `${access.prefix}checks/${newId()}.txt`;
  const request = (given: Omit<S3Request, 'key'>) => client.request({ ...given, key });
  const put = async () => {
    const { headers } = await request({ method: 'PUT', ...buildContent(Buffer.from('A check by callboard doctor\n')) });
    return `${headers['x-amz-version-id'] ?? ''}`;
  };
  try {
    await put();
    const version = await put().catch(asRefusal);
    const isVersioned = version !== undefined && version !== '' && version !== 'null';
    const deleted = await request({ method: 'DELETE', ...(isVersioned && { query: { versionId: version } }) }).catch(
      asRefusal,
    );
    return { canDelete: deleted !== undefined, canReplace: version !== undefined && !isVersioned };
  } catch (error) {
    return adviseOnStore(access, error);
  }
}

/** Returns undefined for a refusal, and throws any other error. */
function asRefusal(error: unknown): undefined {
  if (error instanceof S3Error && error.status >= 400 && error.status < 500) return undefined;
  throw error;
}
