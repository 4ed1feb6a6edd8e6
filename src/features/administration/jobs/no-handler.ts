/** Error code of a job that this site has no handler for, such as backups that are no longer configured. */
export const noHandlerCode = 'ENOWORK';
