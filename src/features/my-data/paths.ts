/** All that is held about whoever asks for it, as a file. */
export const myDataPath = '/members/api/account_settings/my_data';
