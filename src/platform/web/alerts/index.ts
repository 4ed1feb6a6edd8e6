export { Alerts } from './Alerts.tsx';
export { dismissAlertsAbout as dismissAbout, showAlert } from './alerts.ts';
export { clearResponse as clearAnswer, isSlotMounted as isHeld, showResponse as showAnswer } from './answer-store.ts';
export {
  CallStatus as CallAnswer,
  ErrorAlert as RefusalAlert,
  useCallResponse as useCallAnswer,
} from './CallAnswer.tsx';
