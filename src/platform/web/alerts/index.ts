export { Alerts } from './Alerts.tsx';
export { dismissAbout, showAlert } from './alerts.ts';
export { clearAnswer, isHeld, showAnswer } from './answer-store.ts';
export { CallAnswer, RefusalAlert, useCallAnswer } from './CallAnswer.tsx';
