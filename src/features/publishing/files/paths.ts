interface Named {
  id: string;
  name: string;
}

const inAddress = (name: string) => encodeURIComponent(name.toWellFormed().replaceAll(' ', '_'));

/** `/file/{id}/{name}`, spaces as underscores: the page of a file. */
export const filePagePath = ({ id, name }: Named) => `/file/${id}/${inAddress(name)}`;

/** Returns the public path to download the file itself. */
export const fileDownloadPath = ({ id, name }: Named) => `/files/${id}/${inAddress(name)}`;

/** `/members/file/{id}/{name}`: the page of a file for members. */
export const membersFilePagePath = (file: Named) => `/members${filePagePath(file)}`;

/** Returns the members' path to download the file itself. */
export const membersFileDownloadPath = (file: Named) => `/members${fileDownloadPath(file)}`;

/**
 * Removes the file extension for a headline: "Audition pack" for "Audition pack.pdf". The kind of file is displayed
 * next to it.
 */
export const removeExtension = (title: string) => title.replace(/(?<=.)\.[a-z][a-z0-9]{1,4}$/i, '');

/** Formats a file's name as a title: underscores back to spaces. */
export const formatFileTitle = (name: string) => name.replaceAll('_', ' ');
