import { formatFileSize } from '#platform/shared/file-size.ts';

/** The label of a file's type. */
const labels: Record<string, string> = {
  'application/pdf': 'PDF file',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.oasis.opendocument.text': 'Text document',
  'application/vnd.ms-excel': 'Spreadsheet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Spreadsheet',
  'application/vnd.oasis.opendocument.spreadsheet': 'Spreadsheet',
  'application/vnd.ms-powerpoint': 'Presentation',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'Presentation',
  'application/zip': 'Zip file',
  'text/plain': 'Text file',
};

const wordsOfFamily: Record<string, string> = { image: 'Picture', video: 'Video', audio: 'Sound recording' };

/**
 * Returns the label of a file's type: "PDF file", "Word document", "Picture". "File" for types without a common name.
 */
function formatFileKind(contentType: string): string {
  return labels[contentType] ?? wordsOfFamily[contentType.split('/', 1)[0] ?? ''] ?? 'File';
}

/** Formats a file's kind and size: "PDF file, 84 kB". */
export const formatKindAndSize = ({ contentType, bytes }: { contentType: string; bytes: number }): string =>
  `${formatFileKind(contentType)}, ${formatFileSize(bytes)}`;

/** Returns "PDF file" for a PDF, and kind and size for any other file. */
export function formatFileListLabel({ contentType, bytes }: { contentType: string; bytes: number }): string {
  return contentType === 'application/pdf' ? formatFileKind(contentType) : formatKindAndSize({ contentType, bytes });
}

type PreviewKind = 'pdf' | 'image' | 'audio' | 'video' | 'none';

/** Returns how browsers display a file of this type. */
export function getPreviewKind(contentType: string): PreviewKind {
  if (contentType === 'application/pdf') return 'pdf';
  const family = contentType.split('/', 1)[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'none';
}
