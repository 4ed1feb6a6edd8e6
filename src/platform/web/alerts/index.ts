export { dismissAlertsAbout, showAlert } from './alerts.ts';
export { Alerts } from './alerts.tsx';
export {
  CallStatus,
  ErrorAlert,
  useCallResponse,
} from './call-status.tsx';
export { clearResponse, isSlotMounted, showResponse } from './response-store.ts';
