export { dismissAlertsAbout as dismissAbout, showAlert } from './alerts.ts';
export { Alerts } from './alerts.tsx';
export {
  CallStatus as CallAnswer,
  ErrorAlert as RefusalAlert,
  useCallResponse as useCallAnswer,
} from './call-status.tsx';
export { clearResponse as clearAnswer, isSlotMounted as isHeld, showResponse as showAnswer } from './response-store.ts';
