export { ModifyBookings } from './modify-bookings.tsx';
