/**
 * Formats the command line of a command: `npm run backup --` in a checkout; elsewhere the template CALLED_AS, with `{}`
 * for the name.
 */
export const formatCommand = (command: string) => (process.env.CALLED_AS || 'npm run {} --').replace('{}', command);
