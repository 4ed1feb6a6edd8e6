export { BookingChangesPanel } from './modify-bookings.tsx';
