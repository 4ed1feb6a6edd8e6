import { Fragment, type ReactNode, useId } from 'react';
import type { ShowDetails, ShowFieldSuggestions } from '#features/archive/shows/edit-contract.ts';
import { POSTER_COUNT, SHOW_FACT_NAMES, type ShowFactName, type ShowFacts } from '#features/archive/shows/fields.ts';
import { resolveRun } from '#features/archive/shows/partial-dates.ts';
import { MediaPicker } from '#features/publishing/media/web/index.ts';
import { MarkdownField } from '#features/publishing/writing/web/index.ts';
import { formatRunDates } from '#platform/shared/dates/dates.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Input, InputField } from '#platform/web/ui/fields/field.tsx';
import type { DraftField, ShowDraft } from '../../show-draft.ts';
import { formatCancelledShowAdvice } from './archive-show.tsx';
import styles from './edit-show.module.css';

type Texts = ShowDraft['texts'];

/**
 * Fields for the show's first and last performance, each a day, a month or a year, with the dates as the site
 * understands them.
 */
function DateFields({
  texts,
  errors,
  onChange,
}: {
  texts: Texts;
  errors: Record<string, string>;
  onChange: (field: 'date' | 'first_date', value: string) => void;
}) {
  const run = resolveRun(undefined, { date: texts.date, first_date: texts.first_date });
  const reading =
    texts.date.trim() === ''
      ? ''
      : 'fault' in run
        ? `${run.fault}.`
        : `We read this as ${formatRunDates(run.first, run.last)}.`;
  return (
    <div className={styles.full}>
      <div className={styles.grid}>
        <InputField
          label="First performance"
          hint="Leave empty if there’s only one performance."
          error={errors.first_date}
          maxLength={60}
          autoComplete="off"
          value={texts.first_date}
          onChange={({ target }) => onChange('first_date', target.value)}
        />
        <InputField
          label="Last performance"
          hint="A day, a month or just a year, for example 17 April 2027."
          error={errors.date}
          maxLength={60}
          autoComplete="off"
          required
          value={texts.date}
          onChange={({ target }) => onChange('date', target.value)}
        />
      </div>
      <p className="meta" role="status">
        {reading}
      </p>
    </div>
  );
}

/** A text field that suggests values used before. */
function SuggestionField({
  label,
  value,
  options,
  onChange,
  error,
}: {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <Field label={label} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            list={`${id}-options`}
            autoComplete="off"
            maxLength={1000}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={`${id}-options`}>
            {options.map((option) => (
              <option key={option} value={option} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

interface Props {
  draft: ShowDraft;
  options: ShowFieldSuggestions;
  errors: Record<string, string>;
  onText: (field: DraftField, value: string) => void;
  onFacts: (facts: Partial<ShowFacts>) => void;
  /** The starts of the show's performances that are today or later and aren't cancelled. */
  performances: readonly string[];
}

const factFields: { [F in ShowFactName]: (value: ShowFacts[F], set: (value: ShowFacts[F]) => void) => ReactNode } = {
  cancelled: (cancelled, set) => (
    <Checkbox checked={cancelled} onChange={({ target }) => set(target.checked)}>
      This show was cancelled
    </Checkbox>
  ),
  // The poster number is edited by PictureFields
  poster_number: () => null,
};

/** The main fields of a show and its description. */
export function ShowFields({ draft: { texts, ...facts }, options, errors, onText, onFacts, performances }: Props) {
  const { memberNavItemsToShow: may } = useSite();
  const textLine = (field: DraftField, label: string, hint?: string) => (
    <InputField
      label={label}
      hint={hint}
      error={errors[field]}
      maxLength={1000}
      autoComplete="off"
      required={field === 'title'}
      value={texts[field]}
      onChange={({ target }) => onText(field, target.value)}
    />
  );
  const suggestionLine = (field: DraftField, label: string, offered: readonly string[]) => (
    <SuggestionField
      label={label}
      value={texts[field]}
      options={offered}
      error={errors[field]}
      onChange={(value) => onText(field, value)}
    />
  );
  const factField = <F extends ShowFactName>(fact: F) => (
    <Fragment key={fact}>{factFields[fact](facts[fact], (value) => onFacts({ [fact]: value }))}</Fragment>
  );
  return (
    <>
      <section className={styles.part} aria-labelledby="the-show">
        <h2 id="the-show">The show</h2>
        <div className={styles.grid}>
          <div className={styles.full}>{textLine('title', 'Title')}</div>
          <div className={styles.full}>{textLine('subtitle', 'Subtitle')}</div>
          <div className={styles.full}>{textLine('author', 'Author')}</div>
          <DateFields texts={texts} errors={errors} onChange={onText} />
          {suggestionLine('venue', 'Venue', options.venues)}
          {suggestionLine('company', 'Company', options.companies)}
          {suggestionLine('season', 'Season', options.seasons)}
          {suggestionLine('genre', 'Genre', options.genres)}
          {suggestionLine('show_type', 'Show type', options.showTypes)}
          {SHOW_FACT_NAMES.map((fact) => factField(fact))}
          {facts.cancelled && performances.length > 0 && (
            <p className={styles.full}>{formatCancelledShowAdvice(may)}</p>
          )}
        </div>
      </section>
      <section className={styles.part} aria-labelledby="description">
        <h2 id="description">Description</h2>
        <MarkdownField
          label="Description"
          headed
          value={texts.text_blob}
          error={errors.text_blob}
          onChange={(value) => onText('text_blob', value)}
        />
      </section>
    </>
  );
}

type Media = Pick<Props, 'draft' | 'errors' | 'onText'>;
type Pictures = Media & Pick<Props, 'onFacts'>;

export function LinkFields({ draft: { texts }, errors, onText }: Media) {
  return (
    <section className={styles.part} aria-labelledby="links">
      <h2 id="links">Links</h2>
      <div className={styles.grid}>
        <div className={styles.full}>
          <InputField
            label="External review"
            hint="The review’s web address, starting with https://"
            error={errors.noda_review}
            inputMode="url"
            autoComplete="off"
            maxLength={1000}
            value={texts.noda_review}
            onChange={({ target }) => onText('noda_review', target.value)}
          />
        </div>
        <MediaPicker
          kind="recording"
          label="Radio interview"
          hint="A recording to listen to on the show’s page."
          error={errors.radio_audio}
          value={texts.radio_audio}
          onChange={(address) => onText('radio_audio', address)}
        />
      </div>
    </section>
  );
}

/** The programme cover or generated poster, and the banner. */
export function PictureFields({
  draft: { texts, poster_number },
  errors,
  onText,
  onFacts,
  show,
}: Pictures & { show: ShowDetails }) {
  const generatedPoster =
    show.id === '' || poster_number === show.poster_number
      ? show.poster
      : `/members/manage_shows/${show.id}/posters/${poster_number}`;
  const cover = toSmallUrl(texts.programme) || generatedPoster;
  return (
    <>
      <MediaPicker
        kind="picture"
        heading
        label="Programme cover"
        verb="Upload artwork"
        error={errors.programme}
        value={texts.programme}
        onChange={(address) => onText('programme', address)}
        preview={
          <>
            {cover !== '' && (
              <span className={`poster-frame ${styles.poster}`}>
                <RetryingImage
                  src={cover}
                  alt={texts.programme === '' ? '' : 'Current programme cover'}
                  width={600}
                  height={848}
                />
              </span>
            )}
            {texts.programme === '' && (
              <p className="meta">
                {cover === ''
                  ? 'Without artwork, we make a poster from the title.'
                  : 'No artwork yet, so we’ve made a poster from the title.'}
              </p>
            )}
          </>
        }
      >
        {texts.programme === '' && show.id !== '' && (
          <Button small look="quiet" onClick={() => onFacts({ poster_number: (poster_number + 1) % POSTER_COUNT })}>
            Try another<span className="vh"> poster</span>
          </Button>
        )}
      </MediaPicker>
      <MediaPicker
        kind="picture"
        heading
        label="Banner"
        verb="Choose from media"
        error={errors.banner}
        value={texts.banner}
        onChange={(address) => onText('banner', address)}
        preview={
          texts.banner === '' ? (
            <p className="meta">A wide picture across the show’s page. None chosen yet.</p>
          ) : (
            <RetryingImage
              className={styles.banner}
              src={toSmallUrl(texts.banner)}
              alt="Current banner"
              width={400}
              height={175}
            />
          )
        }
      />
    </>
  );
}

/**
 * Returns the URL of a picture's small size, or the unchanged URL of a picture on another site, which has no small size.
 */
const toSmallUrl = (address: string) => (address.startsWith('/media/') ? `${address}?lowres` : address);
