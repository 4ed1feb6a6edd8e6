/** An account whose owner asks for it is erased after so many days, in which they can take that back. */
export const erasedAfterDays = 30;
