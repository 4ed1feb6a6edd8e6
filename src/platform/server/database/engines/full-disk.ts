import { isDiskFull } from '../../storage/disk-full-error.ts';
import { DatabaseFullError } from '../core/errors.ts';

/** Remembers that a write has failed because the disk was full, until another write succeeds. */
export function watchFullDisk() {
  let full = false;
  return {
    isFull: () => full,
    /**
     * Returns the result of a write.
     * @throws DatabaseFullError if the disk had no room for it
     */
    async watch<T>(writing: Promise<T>): Promise<T> {
      try {
        const result = await writing;
        full = false;
        return result;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        full = true;
        throw new DatabaseFullError('There is no disk space left for this write.', { cause: error });
      }
    },
  };
}
