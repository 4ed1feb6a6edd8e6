import { everyone } from '../../../platform/server/http/access.ts';
import type { Visit } from '../../../platform/server/http/page.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import type { Storage } from '../../../platform/server/storage.ts';
import { withOffset } from '../../../platform/shared/dates.ts';
import { showAddress } from '../../shows/address.ts';
import { readSettings } from '../../site/server/index.ts';
import { fileAddress, fileDownloadAddress, fileTitle } from '../address.ts';
import type { FilePage } from '../contract.ts';
import { kindInWords, previewKind, sizeInWords } from '../kinds.ts';
import { findPublicFile, type PublicFile } from './store.ts';

export function filesPages({ page, download }: Platform, storage: Storage): void {
  page('/file/:id/:name', { access: everyone, on: publicFile }, filePage);

  download('/files/:id/:name', { access: everyone, query: ['inline'], on: publicFile }, ({ thing: file, query }) => ({
    contentType: file.content_type === 'text/plain' ? 'text/plain; charset=utf-8' : file.content_type,
    size: file.bytes,
    version: file.storage_key,
    open: (range) => storage.open(file.storage_key, range),
    filename: file.name,
    disposition: query.has('inline') && previewKind(file.content_type) !== 'none' ? 'inline' : 'attachment',
    // It may be made private, and then no copy may go on without asking
    changes: 'perhaps',
  }));
}

const publicFile = ({ db, params, now }: Visit) => findPublicFile(db, params.id ?? '', now);

async function filePage({ db, thing: file }: Visit<PublicFile>): Promise<FilePage> {
  const { timeZone } = await readSettings(db);
  const as = previewKind(file.content_type);
  const url = fileDownloadAddress(file);
  const show = file.show_id === null ? undefined : { id: file.show_id, title: file.show_title ?? '' };
  return {
    type: 'file_page',
    id: file.id,
    title: fileTitle(file.name),
    date: withOffset(file.created_at, timeZone),
    show_title: show?.title ?? '',
    show_link: show ? showAddress(show) : '',
    url,
    address: fileAddress(file),
    kind: `${kindInWords(file.content_type)}, ${sizeInWords(file.bytes)}`,
    preview: { as, src: as === 'none' ? '' : `${url}?inline` },
  };
}
