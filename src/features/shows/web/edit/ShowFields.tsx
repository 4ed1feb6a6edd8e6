import { Field, Input } from '../../../../platform/web/ui/Field.tsx';
import { MarkdownBox } from '../../../../platform/web/writing/MarkdownBox.tsx';
import { MediaPicker } from '../../../media/web/index.ts';
import type { Draft, DraftField } from '../../draft.ts';
import type { ShowOptions } from '../../edit-contract.ts';
import styles from './EditShow.module.css';
import { TypedList } from './TypedList.tsx';
import { WhenFields } from './WhenFields.tsx';

interface Props {
  draft: Draft;
  options: ShowOptions;
  errors: Record<string, string>;
  onText: (field: DraftField, value: string) => void;
  onCancelled: (cancelled: boolean) => void;
}

/** What a show is, when and where. */
export function ShowFields({ draft: { texts, cancelled }, options, errors, onText, onCancelled }: Props) {
  const line = (field: DraftField, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errors[field]}>
      {(control) => (
        <Input
          {...control}
          maxLength={1000}
          autoComplete="off"
          required={field === 'title'}
          value={texts[field]}
          onChange={({ target }) => onText(field, target.value)}
        />
      )}
    </Field>
  );
  const list = (field: DraftField, label: string, offered: readonly string[]) => (
    <TypedList
      label={label}
      value={texts[field]}
      options={offered}
      error={errors[field]}
      onChange={(value) => onText(field, value)}
    />
  );
  return (
    <>
      <section className={styles.part} aria-labelledby="the-show">
        <h2 id="the-show">The show</h2>
        <div className={styles.grid}>
          <div className={styles.full}>{line('title', 'Title')}</div>
          <div className={styles.full}>{line('subtitle', 'Subtitle')}</div>
          <div className={styles.full}>{line('author', 'Author')}</div>
          <WhenFields texts={texts} errors={errors} onChange={onText} />
          {list('venue', 'Venue', options.venues)}
          {list('company', 'Company', options.companies)}
          {list('season', 'Season', options.seasons)}
          {list('genre', 'Genre', options.genres)}
          {list('show_type', 'Show type', options.showTypes)}
          <label className={styles.tick}>
            <input type="checkbox" checked={cancelled} onChange={({ target }) => onCancelled(target.checked)} />
            It was cancelled
          </label>
        </div>
      </section>
      <section className={styles.part} aria-labelledby="description">
        <h2 id="description" className="vh">
          Description
        </h2>
        <MarkdownBox
          label="Description"
          value={texts.text_blob}
          error={errors.text_blob}
          onChange={(value) => onText('text_blob', value)}
        />
      </section>
    </>
  );
}

/** A show's pictures, review and recording: chosen from the media or uploaded in place. */
export function MediaFields({ draft: { texts }, errors, onText }: Pick<Props, 'draft' | 'errors' | 'onText'>) {
  const picker = (field: DraftField, kind: 'picture' | 'sound', label: string, hint: string) => (
    <MediaPicker
      kind={kind}
      label={label}
      hint={hint}
      error={errors[field]}
      value={texts[field]}
      onChange={(address) => onText(field, address)}
    />
  );
  return (
    <section className={styles.part} aria-labelledby="pictures">
      <h2 id="pictures">Pictures and links</h2>
      <div className={styles.grid}>
        {picker('programme', 'picture', 'Programme cover', 'Without one, a poster is printed from the title.')}
        {picker('banner', 'picture', 'Banner', 'A wide picture, shown across the show’s page.')}
        {picker('radio_audio', 'sound', 'Radio interview', 'A recording to listen to on the show’s page.')}
        <div className={styles.full}>
          <Field
            label="External review"
            hint="The page of the review, starting with https://"
            error={errors.noda_review}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                autoComplete="off"
                maxLength={1000}
                value={texts.noda_review}
                onChange={({ target }) => onText('noda_review', target.value)}
              />
            )}
          </Field>
        </div>
      </div>
    </section>
  );
}
