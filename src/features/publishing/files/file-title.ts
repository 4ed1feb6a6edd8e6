/**
 * Removes the file extension for a headline: "Audition pack" for "Audition pack.pdf". The kind of file is displayed
 * next to it.
 */
export const removeExtension = (title: string) => title.replace(/(?<=.)\.[a-z][a-z0-9]{1,4}$/i, '');

/** Formats a file's name as a title, with spaces instead of underscores. */
export const formatFileTitle = (name: string) => name.replaceAll('_', ' ');
