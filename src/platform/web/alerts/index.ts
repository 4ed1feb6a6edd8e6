export { Alerts } from './Alerts.tsx';
export { dismissAbout, showAlert } from './alerts.ts';
export { isHeld, say, unsay } from './answer-store.ts';
export { RefusalAlert, Said, useSaid } from './Said.tsx';
