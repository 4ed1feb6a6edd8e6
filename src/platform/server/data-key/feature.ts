import type { Feature } from '../feature/feature.ts';

export const dataKeyFeature: Feature = {
  impersonalTables: [{ table: 'data_key', reason: 'a key that opens nothing without SECRET' }],
};
