// Checks of off-site copies: the key, the rights in the store, and the age of the newest copy.
import { newId } from '#platform/server/crypto/ids.ts';
import { readPublicKeys } from '#platform/server/offsite/encryption.ts';
import {
  formatStoreLocation,
  type OffsiteSettings,
  openOffsiteStore,
  rethrowStoreError,
} from '#platform/server/offsite/offsite-store.ts';
import { createS3Client, S3Error, type S3Request } from '#platform/server/storage/s3-client.ts';
import { buildS3Content } from '#platform/server/storage/s3-transfers.ts';
import { day } from '#platform/shared/dates/durations.ts';
import { buildFaultFinding, buildNoteFinding, buildOkFinding, type Finding } from './finding.ts';

/** The site makes a copy each night, so after three days at least two have failed. */
const maxCopyAgeMs = 3 * day;

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @param since the time at which the society was created; a new society has no copy yet */
export async function* checkOffsiteCopies(
  access: OffsiteSettings | undefined,
  { now, since }: { now: Date; since: Date },
): AsyncGenerator<Finding> {
  if (!access) {
    yield buildNoteFinding(
      'Off-site copies',
      'none are made: set OFFSITE_URL, unless another program copies the backups elsewhere.',
    );
    return;
  }
  yield await checkKey(access);
  yield await checkRights(access);
  yield await checkNewest(access, { now, since });
}

async function checkKey({ publicKey }: OffsiteSettings): Promise<Finding> {
  const subject = 'Off-site key';
  try {
    const keys = await readPublicKeys(publicKey);
    const count = keys.length === 1 ? 'one public key' : `${keys.length} public keys`;
    return buildOkFinding(subject, `copies are encrypted with ${count}. Is the secret key where you can find it?`);
  } catch (error) {
    return buildFaultFinding(subject, explain(error));
  }
}

async function checkRights(access: OffsiteSettings): Promise<Finding> {
  const subject = 'Off-site store';
  const place = formatStoreLocation(access);
  try {
    const { canDelete, canReplace } = await probeStoreRights(access);
    if (canDelete) {
      return buildFaultFinding(
        subject,
        `our key can delete copies from ${place}, and so can anybody who takes over this server. Take that right from the key, or lock the objects.`,
      );
    }
    if (canReplace) {
      return buildFaultFinding(
        subject,
        `our key can replace copies in ${place}, and so can anybody who takes over this server. Turn on versioning in the bucket, or lock the objects.`,
      );
    }
    return buildOkFinding(subject, `${place} accepts copies, and our key can neither delete nor replace them.`);
  } catch (error) {
    return buildFaultFinding(subject, explain(error));
  }
}

async function checkNewest(access: OffsiteSettings, { now, since }: { now: Date; since: Date }): Promise<Finding> {
  const subject = 'Off-site copies';
  try {
    const [newest] = await openOffsiteStore(access).list();
    const from = Math.max(since.getTime(), newest ? Date.parse(newest.madeAt) : 0);
    if (now.getTime() - from > maxCopyAgeMs) {
      const what = newest ? `the newest is of ${newest.madeAt.slice(0, 10)}` : 'there is none';
      return buildFaultFinding(
        subject,
        `${what}. See Background tasks in Admin Tools, and the server’s log for the reason.`,
      );
    }
    return buildOkFinding(subject, newest ? `the newest is ${newest.name}.` : 'none yet; the first is made tonight.');
  } catch (error) {
    return buildFaultFinding(subject, explain(error));
  }
}

/** The rights that the site's key has in the store. */
interface StoreRights {
  /** True if an object can be deleted for good: with its versions, if the store keeps versions. */
  canDelete: boolean;
  /** True if an object can be replaced without the store keeping the former one. */
  canReplace: boolean;
}

/**
 * Finds out what the site's key may do in the store, by storing a small object of its own, replacing it, and trying to
 * delete it. The object stays if the key has no right to delete it.
 *
 * @throws BackupError if the store can't be reached or nothing can be stored
 */
export async function probeStoreRights(access: OffsiteSettings): Promise<StoreRights> {
  const client = createS3Client(access.s3);
  // Each check has an object of its own, because a locked object can't be stored again
  const key = `${access.prefix}checks/${newId()}.txt`;
  const request = (given: Omit<S3Request, 'key'>) => client.request({ ...given, key });
  const put = async () => {
    const { headers } = await request({
      method: 'PUT',
      ...buildS3Content(Buffer.from('A check by callboard doctor\n')),
    });
    return `${headers['x-amz-version-id'] ?? ''}`;
  };
  try {
    const first = await put();
    const second = await put().catch(asRefusal);
    const versions = [first, second].filter(isVersionId);
    // Unless the request names a version, a store that keeps versions only hides the object
    const queries = versions.length === 0 ? [{}] : versions.map((versionId) => ({ versionId }));
    let canDelete = false;
    for (const query of queries) {
      const deleted = await request({ method: 'DELETE', query }).catch(asRefusal);
      canDelete ||= deleted !== undefined;
    }
    return { canDelete, canReplace: second !== undefined && !isVersionId(second) };
  } catch (error) {
    return rethrowStoreError(access, error);
  }
}

/** Returns true for the id of a version that stays when its object is replaced. */
const isVersionId = (id: string | undefined): id is string => id !== undefined && id !== '' && id !== 'null';

/** Returns undefined for a refusal, and throws any other error. */
function asRefusal(error: unknown): undefined {
  if (error instanceof S3Error && error.status >= 400 && error.status < 500) return undefined;
  throw error;
}
