export { Alerts } from './Alerts.tsx';
export { dismissAbout, showAlert } from './alerts.ts';
export { RefusalAlert, Said, useSaid } from './Said.tsx';
export { isHeld, say, unsay } from './said.ts';
