/** The error code of a job without a handler on this site, such as a backup that is no longer configured. */
export const noHandlerCode = 'ENOWORK';
