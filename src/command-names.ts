/**
 * How one of the site's commands is called where it runs: `npm run backup --` in a checkout; elsewhere as CALLED_AS says,
 * with `{}` for the command's name.
 */
export const commandName = (command: string) => (process.env.CALLED_AS || 'npm run {} --').replace('{}', command);
