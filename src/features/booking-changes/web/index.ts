export { ModifyBookings } from './ModifyBookings.tsx';
