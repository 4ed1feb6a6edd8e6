import { hasNoRoom } from '../storage/no-room.ts';
import { DatabaseFull } from './faults.ts';

/** Knows whether the last write found no room on the disk. */
export function roomWatch() {
  let full = false;
  return {
    isFull: () => full,
    /**
     * Returns the result of a write.
     * @throws DatabaseFull where the disk had no room for it
     */
    async heard<T>(writing: Promise<T>): Promise<T> {
      try {
        const result = await writing;
        full = false;
        return result;
      } catch (error) {
        if (!hasNoRoom(error)) throw error;
        full = true;
        throw new DatabaseFull('There is no room left on the disk for what was to be written.', { cause: error });
      }
    },
  };
}
