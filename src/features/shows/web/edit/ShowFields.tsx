import { Field, Input } from '../../../../platform/web/ui/Field.tsx';
import { MarkdownBox } from '../../../../platform/web/writing/MarkdownBox.tsx';
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

/** Where a show's pictures, review and recording are. */
export function AddressFields({ draft: { texts }, errors, onText }: Pick<Props, 'draft' | 'errors' | 'onText'>) {
  const address = (field: DraftField, label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[field]}>
      {(control) => (
        <Input
          {...control}
          inputMode="url"
          autoComplete="off"
          maxLength={1000}
          value={texts[field]}
          onChange={({ target }) => onText(field, target.value)}
        />
      )}
    </Field>
  );
  return (
    <section className={styles.part} aria-labelledby="addresses">
      <h2 id="addresses">Pictures and links</h2>
      <div className="stack">
        {address(
          'programme',
          'Programme cover',
          'The address of a picture in Media. Without one, a poster is printed from the title.',
        )}
        {address('banner', 'Banner', 'The address of a wide picture in Media.')}
        {address('noda_review', 'External review', 'The page of the review, starting with https://')}
        {address('radio_audio', 'Radio interview', 'The address of a recording in Media.')}
      </div>
    </section>
  );
}
