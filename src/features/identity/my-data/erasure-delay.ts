/** The number of days after its owner's request until an account is erased; until then they can cancel it. */
export const erasureDelayDays = 30;
