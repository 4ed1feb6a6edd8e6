import { type SubmitEvent, useId, useRef, useState } from 'react';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { handleResponse } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, FieldError, Select } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { FileDrop } from '#platform/web/uploads/file-drop.tsx';
import { formatUploadSummary, isUploading } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { type MediaItem, uploadMedia } from '../contract.ts';
import { validateMediaFile, validateMediaKind } from '../limits.ts';
import { showPhotosHref } from '../paths.ts';
import { formatItemCount, formatPhotosAndVideos } from '../photo-counts.ts';
import { uploadHints } from './uploader.tsx';

interface ShowChoice {
  id: string;
  title: string;
  when: string;
}

/**
 * Adds photographs from this device to a show. They wait until a show is chosen and the form is submitted. Two are then
 * sent at a time, each with its own progress and its own button to retry.
 */
export function ShowPhotoUpload({ shows }: { shows: readonly ShowChoice[] }) {
  const at = useId();
  const [show, setShow] = useState('');
  const [errors, setErrors] = useState({ files: '', show: '' });
  /** The items added since the last message, by show. Files of an earlier visit may be for another show. */
  const added = useRef(new Map<string, MediaItem[]>());
  /** The show to which photographs were last added. */
  const [addedTo, setAddedTo] = useState('');
  const titleOf = (sought: string) => shows.find(({ id }) => id === sought)?.title ?? '';
  const files = useUploads({
    call: uploadMedia,
    field: 'fileElem',
    atOnce: 2,
    held: true,
    resumable: true,
    validate: (file) => validateMediaKind('image', file) || validateMediaFile(file),
    onDone: (answer, { show: to = '' }) => {
      if (answer.code !== 200) return;
      added.current.set(to, [...(added.current.get(to) ?? []), ...answer.items]);
      setAddedTo(to);
    },
    onEnd: () => {
      const messages = [...added.current].map(([to, items]) => `Added ${formatItemCount(items)} to ${titleOf(to)}.`);
      added.current.clear();
      if (messages.length > 0) void handleResponse(at, { code: 200, msg: messages.join(' ') });
    },
  });
  const held = files.uploads.filter(({ state }) => state === 'held');

  function send(event: SubmitEvent) {
    event.preventDefault();
    const missing = {
      files: held.length === 0 ? 'Choose the photographs first.' : '',
      show: show === '' ? 'Choose the show that they are from.' : '',
    };
    setErrors(missing);
    if (missing.files || missing.show) return;
    for (const { key } of held) files.release(key, { show });
  }

  function clear() {
    for (const { key } of held) files.remove(key);
  }

  return (
    <form className="stack long-answers" onSubmit={send} noValidate>
      <FileDrop
        label="Choose photographs from this device"
        hint={uploadHints.image}
        accept="image/*"
        onFiles={(chosen) => {
          files.add(chosen);
          setErrors({ ...errors, files: '' });
        }}
      />
      <div role="status">
        {held.length > 0 && (
          <div className="row">
            <span>{formatPhotosAndVideos(held.length, 0)} chosen.</span>
            <Button look="quiet" small onClick={clear}>
              <Icon of="x" /> Clear<span className="vh"> the chosen photographs</span>
            </Button>
          </div>
        )}
      </div>
      {errors.files !== '' && <FieldError id={`${at}-files`}>{errors.files}</FieldError>}
      <Field label="Show they are from" error={errors.show || undefined}>
        {(control) => (
          <Select
            {...control}
            value={show}
            onChange={({ currentTarget }) => {
              setShow(currentTarget.value);
              setErrors({ ...errors, show: '' });
            }}
          >
            <option value="">Choose a show</option>
            {shows.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.title}
                {choice.when && `, ${choice.when}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="row">
        <Button type="submit">
          <Icon of="upload" /> {held.length > 0 ? `Add ${formatPhotosAndVideos(held.length, 0)}` : 'Add photographs'}
        </Button>
        <CallStatus slot={at}>
          {addedTo !== '' && <a href={showPhotosHref(addedTo)}>Arrange the photographs of {titleOf(addedTo)}</a>}
        </CallStatus>
      </div>
      {isUploading(files.uploads) && (
        <p role="status">{formatUploadSummary(files.uploads.filter(({ state }) => state !== 'held'))}</p>
      )}
      <UploadRows of={files} checking="Resizing…" />
    </form>
  );
}
