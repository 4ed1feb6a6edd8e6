export { forgetCorrectors, recordCorrection } from './store.ts';
export type { CorrectionTable as NewCorrection } from './tables.ts';
