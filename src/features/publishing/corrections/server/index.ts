export { recordCorrection } from './store.ts';
export type { CorrectionTable } from './tables.ts';
