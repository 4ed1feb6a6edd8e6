import { useState } from 'react';
import { DeletedItemList, UploadPanel } from '#features/members/show-management/web/index.ts';
import { MarkdownField } from '#features/publishing/writing/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { refreshPageAndSite } from '#platform/web/navigation/index.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import { type DocReaders, saveDocsText, uploadDocs } from '../contract.ts';
import { DocRow } from './doc-row.tsx';
import styles from './manage-docs.module.css';

type Content = Page<'manage_docs'>;

/** Manages Member Docs: upload, rename, set readers, replace and delete. */
export default function ManageDocsPage({ page }: { page: Content }) {
  return (
    <div>
      <header className="page-head">
        <p>
          <BackLink href="/members/docs">Member Docs</BackLink>
        </p>
        <h1>{page.title}</h1>
      </header>
      <AddDocuments />
      <FormSection title="Documents" about="In the order everyone sees them: by name.">
        {page.docs.length === 0 ? (
          <EmptyState title="No documents yet">
            Add the first above: your constitution, a policy, last month’s minutes.
          </EmptyState>
        ) : (
          <ul className={styles.docs}>
            {page.docs.map((doc) => (
              <DocRow key={doc.id} doc={doc} />
            ))}
          </ul>
        )}
      </FormSection>
      <Introduction content={page.content} version={page.version} />
      <FormSection title="Recently deleted" about="Deleted documents and replaced versions.">
        <DeletedItemList deleted={page.deleted} onChanged={async () => {}} />
      </FormSection>
    </div>
  );
}

function AddDocuments() {
  const [fields, setFields] = useState<{ readers: DocReaders }>({ readers: 'members' });
  const { readers } = fields;
  return (
    <FormSection title="Add documents" about="Several at once, if you like. Existing documents aren’t changed.">
      <div className={styles.adding}>
        <Field label="Who may read them" hint={hints[readers]}>
          {(control) => (
            <Select
              {...control}
              value={readers}
              onChange={(event) => setFields({ readers: event.target.value === 'public' ? 'public' : 'members' })}
            >
              <option value="members">Members only</option>
              <option value="public">Everyone</option>
            </Select>
          )}
        </Field>
        <UploadPanel call={uploadDocs} fields={fields} onArrived={refreshPageAndSite} />
      </div>
    </FormSection>
  );
}

const hints: Record<DocReaders, string> = {
  members: 'People who are signed in and may use Member Docs.',
  public: 'Anyone, even without an account. The documents are also listed on the sign-in page.',
};

function Introduction({ content, version }: Pick<Content, 'content' | 'version'>) {
  return (
    <FormSection title="Introduction" about="Anything members should know about their documents. Shown above the list.">
      <VersionedForm
        call={saveDocsText}
        saved={{ content, version }}
        what="the introduction"
        submit="Save introduction"
        pending="Saving…"
        partsOf={(theirs) => [{ label: 'Introduction', text: theirs.content, long: true }]}
      >
        {(initial, errors) => <IntroductionText saved={initial.content} error={errors.content} />}
      </VersionedForm>
    </FormSection>
  );
}

function IntroductionText({ saved, error }: { saved: string; error: string | undefined }) {
  const [text, setText] = useState(saved);
  return <MarkdownField label="Introduction" name="content" value={text} error={error} onChange={setText} />;
}
