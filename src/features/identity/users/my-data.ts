/** The path of the file with everything that is stored about the visitor. */
export const myDataPath = '/members/api/account_settings/my_data';

/** An account is erased this many days after its owner's request. Until then, the owner can cancel the erasure. */
export const erasureDelayDays = 30;
