export { Alerts, dismissAlertsAbout, showAlert } from './alerts.tsx';
export {
  CallStatus,
  clearResponse,
  ErrorAlert,
  isSlotMounted,
  showResponse,
  useCallResponse,
} from './call-status.tsx';
