export { anonymiseCorrections as forgetCorrectors, recordCorrection } from './store.ts';
export type { CorrectionTable as NewCorrection } from './tables.ts';
