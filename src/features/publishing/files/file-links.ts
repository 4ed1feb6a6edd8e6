/**
 * Removes the file extension for a headline: "Audition pack" for "Audition pack.pdf". The kind of file is displayed
 * next to it.
 */
export const removeExtension = (title: string) => title.replace(/(?<=.)\.[a-z][a-z0-9]{1,4}$/i, '');

/** Formats a file's name as a title, with spaces instead of underscores. */
export const formatFileTitle = (name: string) => name.replaceAll('_', ' ');

interface Named {
  id: string;
  name: string;
}

const toUrlFileName = (name: string) => encodeURIComponent(name.toWellFormed().replaceAll(' ', '_'));

/** Returns the path of a file's page: `/file/{id}/{name}`, with underscores for spaces. */
export const filePagePath = ({ id, name }: Named) => `/file/${id}/${toUrlFileName(name)}`;

/** Returns the public path to download the file itself. */
export const fileDownloadPath = ({ id, name }: Named) => `/files/${id}/${toUrlFileName(name)}`;

/** Returns the path of a file's page for members: `/members/file/{id}/{name}`. */
export const membersFilePagePath = (file: Named) => `/members${filePagePath(file)}`;

/** Returns the members' path to download the file itself. */
export const membersFileDownloadPath = (file: Named) => `/members${fileDownloadPath(file)}`;
