import type { Feature } from '../feature/feature.ts';

export const dataKeyKeeping: Feature = {
  impersonalTables: [{ table: 'data_key', because: 'a key that opens nothing without SECRET' }],
};
