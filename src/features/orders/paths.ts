/** Where one order is looked after. */
export const orderPath = (id: string): string => `/members/bookings/order/${id}`;
