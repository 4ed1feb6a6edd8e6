/** The most wheelchair spaces that one party is given at once. */
export const wheelchairSpaceOptions = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
