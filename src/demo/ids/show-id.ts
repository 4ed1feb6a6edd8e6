import { deterministicId } from '#platform/server/crypto/ids.ts';

export const SOCIETY = 'Lanternside Players';

/**
 * What a show of the demo is called for ever: "1974 Autumn Hay Fever", or "the last show" for those placed by today.
 */
export const showId = (key: string): string => deterministicId(`${SOCIETY}: ${key}`);
