interface Named {
  id: string;
  name: string;
}

const inAddress = (name: string) => encodeURIComponent(name.toWellFormed().replaceAll(' ', '_'));

/** `/file/{id}/{name}`, spaces as underscores: the page of a file. */
export const fileAddress = ({ id, name }: Named) => `/file/${id}/${inAddress(name)}`;

/** Where everyone downloads the file itself. */
export const fileDownloadAddress = ({ id, name }: Named) => `/files/${id}/${inAddress(name)}`;

/** `/members/file/{id}/{name}`: the page of a file for members. */
export const membersFileAddress = (file: Named) => `/members${fileAddress(file)}`;

/** Where members download the file itself. */
export const membersFileDownloadAddress = (file: Named) => `/members${fileDownloadAddress(file)}`;

/** A title as a headline: "Audition pack" for "Audition pack.pdf". Beside it stands what kind of file it is. */
export const withoutEnding = (title: string) => title.replace(/(?<=.)\.[a-z][a-z0-9]{1,4}$/i, '');

/** A file's name as a title: underscores back to spaces. */
export const fileTitle = (name: string) => name.replaceAll('_', ' ');
