import { readNote, removeSetting, writeNote } from '#features/society/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { sealing } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, writeQuietly } from '#platform/server/database/index.ts';
import { ConfigFault } from './config.ts';

const note = 'mark of the secret';

/**
 * Holds a process to the secret that this society's data are sealed with: the first start notes a mark of it, from which
 * nobody can work it out. With another one, what this process sealed no other could open, and members would be shut out
 * on every second visit.
 * @throws ConfigFault where it is another one
 */
export async function holdToSecret(db: Database, secret: string): Promise<void> {
  const mark = sealing(secret).mark('the secret of this society', note);
  const first =
    (await readNote(db.read, note)) ??
    (await writeQuietly(db, async (tx) => {
      const noted = await readNote(tx, note);
      if (noted === undefined) await writeNote(tx, note, mark);
      return noted ?? mark;
    }));
  if (first === mark) return;
  throw new ConfigFault(
    'SECRET is not the one that this society’s data are sealed with. Set it as it is on the other machines, or as it was before; where none was set it is in the file “secret” of DATA_DIR. If it is lost: npm run admin -- new-secret',
  );
}

/** Lets the next start take the secret that it is given, whatever it is. */
export async function takeNewSecret(db: Database, now: string): Promise<string> {
  const entry = { id: newId(), at: now, action: 'gave up the secret' };
  await writeQuietly(db, async (tx) => {
    await removeSetting(tx, note);
    await recordAudit(tx, entry);
  });
  return (
    'The next start takes the SECRET that it is given. What the one before has sealed stays shut: second factors have to be set ' +
    'up anew, and links and QR codes of tickets sent again. Stop all machines first, and start them with the same one.'
  );
}
