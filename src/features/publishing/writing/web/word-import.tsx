import { useId } from 'react';
import { validateFileSize } from '#platform/shared/file-size.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { handleResponse } from '#platform/web/calls/use-call.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ChooseFiles } from '#platform/web/uploads/choose-files.tsx';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { importWordDocument } from '../contract.ts';
import { maxDocumentBytes } from '../limits.ts';

/** Adds a Word document to the text, with its pictures. */
export function WordImport({ onRead }: { onRead: (markdown: string) => void }) {
  const at = useId();
  const files = useUploads({
    call: importWordDocument,
    field: 'document',
    validate: (file) => validateFileSize(file, maxDocumentBytes),
    onDone: (answer) =>
      handleResponse(at, answer, {
        onAnswer: (answer) => {
          if (answer.code === 200) onRead(answer.content);
        },
      }),
  });
  return (
    <div className="stack">
      <div className="row">
        <ChooseFiles
          accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
          onFiles={files.add}
        >
          <Icon of="file-text" /> Import a Word document
        </ChooseFiles>
        <CallStatus slot={at} />
      </div>
      <UploadRows of={files} checking="Reading…" />
    </div>
  );
}
