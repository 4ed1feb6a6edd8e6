import { useState } from 'react';
import { DeletedList, UploadPanel } from '#features/members/show-management/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { VersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { refreshAll } from '#platform/web/navigation/index.ts';
import { BackLink } from '#platform/web/ui/back-link.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Field, Select } from '#platform/web/ui/field.tsx';
import { FormSection } from '#platform/web/ui/form-section.tsx';
import { MarkdownBox } from '#platform/web/writing/markdown-box.tsx';
import { type DocReaders, saveDocsText, uploadDocs } from '../contract.ts';
import { DocRow } from './doc-row.tsx';
import styles from './manage-docs.module.css';

type Content = Page<'manage_docs'>;

export const head = (page: Content): Head => ({ title: page.title, description: page.title, indexed: false });

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
      <Adding />
      <FormSection title="Documents" about="In the order in which everyone sees them: by name.">
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
      <FormSection title="Recently deleted" about="Documents, and versions that were replaced.">
        <DeletedList deleted={page.deleted} onChanged={nothingMore} />
      </FormSection>
    </div>
  );
}

function Adding() {
  const [readers, setReaders] = useState<DocReaders>('members');
  const [sends, setSends] = useState<{ readers: DocReaders }>({ readers });
  return (
    <FormSection title="Add documents" about="Several at once, if you like. What is there stays as it is.">
      <div className={styles.adding}>
        <Field label="Who may read them" hint={hints[readers]}>
          {(control) => (
            <Select
              {...control}
              value={readers}
              onChange={(event) => {
                const chosen = event.target.value === 'public' ? 'public' : 'members';
                setReaders(chosen);
                setSends({ readers: chosen });
              }}
            >
              <option value="members">Members only</option>
              <option value="public">Everyone</option>
            </Select>
          )}
        </Field>
        <UploadPanel call={uploadDocs} sends={sends} onArrived={refreshAll} />
      </div>
    </FormSection>
  );
}

/** The list is part of the page, which is loaded again. */
const nothingMore = async () => {};

const hints: Record<DocReaders, string> = {
  members: 'Those who are signed in and may use Member Docs.',
  public: 'Also without an account: they stand beside the login, too.',
};

function Introduction({ content, version }: Pick<Content, 'content' | 'version'>) {
  return (
    <FormSection title="Words above the list" about="What members should know of their documents, if anything.">
      <VersionedForm
        call={saveDocsText}
        saved={{ content, version }}
        what="the words above the list"
        submit="Save the words"
        pending="Saving…"
        partsOf={(theirs) => [{ label: 'Words', text: theirs.content, long: true }]}
      >
        {(begun, errors) => <Words saved={begun.content} error={errors.content} />}
      </VersionedForm>
    </FormSection>
  );
}

function Words({ saved, error }: { saved: string; error: string | undefined }) {
  const [words, setWords] = useState(saved);
  return <MarkdownBox label="Words" name="content" value={words} error={error} onChange={setWords} />;
}
