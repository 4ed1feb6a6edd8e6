import { type SubmitEvent, useId, useRef, useState } from 'react';
import { manageShowPath } from '#features/archive/shows/paths.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { handleCallResponse } from '#platform/web/calls/use-call.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { PageActions } from '#platform/web/ui/content/layout.tsx';
import { Field, FieldError, SearchInput, Select } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { FileDropZone } from '#platform/web/uploads/file-choosers.tsx';
import { formatUploadSummary, isUploading } from '#platform/web/uploads/upload-queue.ts';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { addAlbumToShow, type MediaLibraryItem, uploadMedia } from '../contract.ts';
import { validateMediaFileSize, validateMediaKind } from '../limits.ts';
import { showPhotosHref, showPhotosPath } from '../paths.ts';
import { formatMediaCounts, formatPhotoAndVideoCounts } from '../photo-counts.ts';
import { uploadHints } from './media-parts.tsx';
import { PhotoArranger } from './photo-arranger.tsx';
import styles from './show-photos-page.module.css';

export const head = ({ title }: Page<'show_photos_form'>): Head => ({
  title,
  description: 'Add photographs to a show, and arrange them.',
  indexed: false,
});

const formatPhotoCount = (count: number) =>
  count === 0 ? 'no photographs yet' : count === 1 ? '1 photograph' : `${count} photographs`;

/** Add Show Photos: adds photographs from this device or from an album to a show, and puts them in order. */
export default function ShowPhotosPage({ page }: { page: Page<'show_photos_form'> }) {
  const { chosen } = page;
  const mayChangeShows = useSite().memberNavItemsToShow.shows_write === true;
  if (chosen) {
    return (
      <>
        <header className="page-head">
          <p>
            <BackLink href={showPhotosPath}>Add Show Photos</BackLink>
          </p>
          <h1>Photographs of {chosen.show.title}</h1>
          {chosen.show.href !== '' && (
            <p className="meta">
              <a href={chosen.show.href}>See them on the show’s page</a>
            </p>
          )}
          <PageActions>
            <ButtonLink href={`${manageShowPath(chosen.show)}#photographs`}>
              <Icon of="plus" /> Add photographs
            </ButtonLink>
          </PageActions>
        </header>
        <PhotoArranger key={chosen.show.id} chosen={chosen} />
      </>
    );
  }
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      {page.shows.length === 0 ? (
        <EmptyState
          title="No shows yet"
          action={mayChangeShows && <ButtonLink href="/members/manage_shows">Add a show</ButtonLink>}
        >
          {mayChangeShows
            ? 'Add the show first. Then you can add its photographs here.'
            : 'You can add photographs once there is a show.'}
        </EmptyState>
      ) : (
        <>
          <ShowPhotoUpload
            shows={page.shows.map(({ id, title }) => ({ id, title, when: page.show_pictures[id]?.when ?? '' }))}
          />
          {page.albums.length > 0 && (
            <div className={styles.album}>
              <Collapsible title="Add an album that is in Manage Media already" wide>
                <AddAlbumForm page={page} />
              </Collapsible>
            </div>
          )}
        </>
      )}
    </>
  );
}

function AddAlbumForm({ page }: { page: Page<'show_photos_form'> }) {
  const [show, setShow] = useState('');
  const [album, setAlbum] = useState('');
  const shows: PictureChoice[] = page.shows.map(({ id, title }) => {
    const { thumbnail = '', when = '', photos = 0 } = page.show_pictures[id] ?? {};
    return { id, name: title, about: `${when}, ${formatPhotoCount(photos)}`, thumbnail };
  });
  const albums: PictureChoice[] = page.albums.map(([id, name]) => {
    const { thumbnail = '', count = 0 } = page.album_pictures[id] ?? {};
    return { id, name, about: count === 1 ? '1 item' : `${count} items`, thumbnail };
  });
  const title = page.shows.find(({ id }) => id === show)?.title;
  return (
    <CallForm call={addAlbumToShow} submitLabel="Add album to show" pendingLabel="Adding…">
      {(errors) => (
        <>
          <div className={styles.pickers}>
            <PicturePicker
              legend="Album"
              name="album"
              choices={albums}
              value={album}
              onChange={setAlbum}
              error={errors.album}
            />
            <PicturePicker
              legend="Show"
              name="show"
              choices={shows}
              value={show}
              onChange={setShow}
              error={errors.show}
            />
          </div>
          <p className={styles.next}>
            {title === undefined ? (
              'The album’s photographs are added after those already on the show’s page. Choose a show to arrange its photographs.'
            ) : (
              <a href={showPhotosHref(show)}>Arrange the photographs of {title}</a>
            )}
          </p>
        </>
      )}
    </CallForm>
  );
}

interface PictureChoice {
  id: string;
  name: string;
  about: string;
  /** "" shows an icon instead. */
  thumbnail: string;
}

/** The maximum number of options shown, besides the chosen one. A search finds the rest. */
const MAX_OPTIONS = 60;

/**
 * A field to choose one option of a long list, each with a picture. Typing filters the list; a click or the arrow keys
 * choose.
 */
function PicturePicker({
  legend,
  name,
  choices,
  value,
  onChange,
  error,
}: {
  legend: string;
  name: string;
  choices: readonly PictureChoice[];
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const words = foldText(typed).split(' ').filter(Boolean);
  const found = choices.filter((choice) => {
    const text = foldText(`${choice.name} ${choice.about}`);
    return words.every((word) => text.includes(word));
  });
  // The form would send nothing if the chosen option weren't in the list
  const chosen = choices.filter((choice) => choice.id === value && !found.slice(0, MAX_OPTIONS).includes(choice));
  const shown = [...chosen, ...found.slice(0, MAX_OPTIONS)];
  return (
    <fieldset className={styles.picker} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <label className="vh" htmlFor={id}>
        Find in this list: {legend}
      </label>
      <SearchInput
        id={id}
        placeholder={`Find ${legend === 'Album' ? 'an album' : 'a show'}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter must not submit the form; the list is already filtered while typing
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className={styles.list}>
        {shown.map((choice) => (
          <label key={choice.id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={choice.id}
              checked={choice.id === value}
              required
              onChange={() => onChange(choice.id)}
            />
            <span className={styles.picture}>
              {choice.thumbnail === '' ? (
                <Icon of="image" />
              ) : (
                <RetryingImage src={choice.thumbnail} alt="" loading="lazy" decoding="async" />
              )}
            </span>
            <span>
              <span className={styles.name}>{choice.name}</span>
              <span className={styles.about}>{choice.about}</span>
            </span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.none}>Nothing matches.</p>}
        {found.length > MAX_OPTIONS && (
          <p className={styles.none}>
            and {(found.length - MAX_OPTIONS).toLocaleString('en-GB')} more. Type to find them.
          </p>
        )}
      </div>
    </fieldset>
  );
}

interface ShowChoice {
  id: string;
  title: string;
  when: string;
}

/**
 * Adds photographs from this device to a show. They wait until a show is chosen and the form is submitted. Two are then
 * sent at a time, each with its own progress and its own button to retry.
 */
function ShowPhotoUpload({ shows }: { shows: readonly ShowChoice[] }) {
  const at = useId();
  const [show, setShow] = useState('');
  const [errors, setErrors] = useState({ files: '', show: '' });
  /** The items added since the last message, by show. Files of an earlier visit may be for another show. */
  const added = useRef(new Map<string, MediaLibraryItem[]>());
  /** The show to which photographs were last added. */
  const [addedTo, setAddedTo] = useState('');
  const titleOf = (sought: string) => shows.find(({ id }) => id === sought)?.title ?? '';
  const files = useUploads({
    call: uploadMedia,
    field: 'fileElem',
    atOnce: 2,
    held: true,
    resumable: true,
    validate: (file) => validateMediaKind('image', file) || validateMediaFileSize(file),
    onDone: (answer, { show: to = '' }) => {
      if (answer.code !== 200) return;
      added.current.set(to, [...(added.current.get(to) ?? []), ...answer.items]);
      setAddedTo(to);
    },
    onEnd: () => {
      const messages = [...added.current].map(([to, items]) => `Added ${formatMediaCounts(items)} to ${titleOf(to)}.`);
      added.current.clear();
      if (messages.length > 0) void handleCallResponse(at, { code: 200, msg: messages.join(' ') });
    },
  });
  const held = files.uploads.filter(({ state }) => state === 'held');

  function send(event: SubmitEvent) {
    event.preventDefault();
    const missing = {
      files: held.length === 0 ? 'Choose the photographs first.' : '',
      show: show === '' ? 'Choose the show that the photographs are from.' : '',
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
      <FileDropZone
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
            <span>{formatPhotoAndVideoCounts(held.length, 0)} chosen.</span>
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
          <Icon of="upload" />{' '}
          {held.length > 0 ? `Add ${formatPhotoAndVideoCounts(held.length, 0)}` : 'Add photographs'}
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
