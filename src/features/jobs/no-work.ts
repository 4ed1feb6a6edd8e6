/** The code of a job of a kind that this site doesn't do, such as backups where none are set up any more. */
export const noWork = 'ENOWORK';
