export const bookingsPath = '/members/bookings';
