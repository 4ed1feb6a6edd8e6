/** All that is stored about the visitor, as a file. */
export const myDataPath = '/members/api/account_settings/my_data';
