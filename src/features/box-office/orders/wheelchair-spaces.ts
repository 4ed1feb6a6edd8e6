/** The maximum number of wheelchair spaces for one party. */
export const wheelchairSpaceOptions = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
