export { Alerts } from './Alerts.tsx';
export { showAlert } from './alerts.ts';
