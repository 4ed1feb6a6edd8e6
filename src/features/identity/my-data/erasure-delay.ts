/** How many days after its owner's request an account is erased; until then they can take that back. */
export const erasureDelayDays = 30;
