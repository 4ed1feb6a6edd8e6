import { useState } from 'react';
import { acceptedEndings, kindsTaken, uploadLimits } from '#features/files/accepted-files.ts';
import { sizeInWords } from '#features/files/kinds.ts';
import { deleteFile } from '#features/show-management/contract.ts';
import { withParams } from '#platform/shared/calls.ts';
import { currentIn } from '#platform/shared/conflict.ts';
import { dateInWords } from '#platform/shared/dates.ts';
import { Said, useSaid } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { useCall } from '#platform/web/calls/useCall.ts';
import { TheirVersion } from '#platform/web/conflict/TheirVersion.tsx';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { Field, Input, Select } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { changeDoc, type ManagedDoc, type Readers, replaceDoc } from '../contract.ts';
import styles from './ManageDocs.module.css';

const readersInWords: Record<Readers, string> = { members: 'Members only', public: 'Everyone' };

/** A document and, once it is opened, a form to change it. */
export function DocRow({ doc }: { doc: ManagedDoc }) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const { id, name, url, kind, readers, date } = doc;
  const remove = withParams(deleteFile, { file_id: id });
  const { busy, make } = useCall(remove.path);
  const going = busy !== '';
  return (
    <li className={going ? styles.going : undefined} aria-busy={going || undefined}>
      <div className={styles.line}>
        <Icon of="file-text" />
        <span className={styles.what}>
          <a href={url}>{name}</a>
          <span className="meta">
            {kind}, {dateInWords(date.slice(0, 10), 'day')}
          </span>
        </span>
        <Badge>{readersInWords[readers]}</Badge>
        <span className={styles.acts}>
          <Button look="line" small aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon of="pencil" /> {open ? 'Close' : 'Change'}
            <span className="vh"> {name}</span>
          </Button>
          <Button look="line" small pending={going} onClick={() => setAsked(true)}>
            <Icon of="trash" /> {going ? 'Deleting…' : 'Delete'}
            <span className="vh"> {name}</span>
          </Button>
        </span>
      </div>
      {!open && <Said at={withParams(changeDoc, { id }).path} />}
      {!open && <Said at={withParams(replaceDoc, { id }).path} />}
      {open && <Changing doc={doc} onDone={() => setOpen(false)} />}
      {asked && (
        <ConfirmDialog
          question={`Delete ${name}?`}
          keep="Keep it"
          go="Delete document"
          onGo={() => void make(remove)}
          onClose={() => setAsked(false)}
        >
          Nobody will be able to open it any more, nor its address. You can restore it for 30 days.
        </ConfirmDialog>
      )}
    </li>
  );
}

function Changing({ doc: { id, name, readers, version }, onDone }: { doc: ManagedDoc; onDone: () => void }) {
  const done = ({ code }: { code: number }) => {
    if (code === 200) onDone();
  };
  const call = withParams(changeDoc, { id });
  const theirs = currentIn(useSaid<typeof changeDoc>(call.path));
  return (
    <div className={styles.changing}>
      <CallForm call={call} what={name} submit="Save changes" pending="Saving…" onAnswer={done}>
        {(errors) => (
          <>
            <input type="hidden" name="version" value={theirs?.version ?? version} />
            <Field label="Name" error={errors.name}>
              {(control) => <Input {...control} name="name" defaultValue={name} maxLength={150} required />}
            </Field>
            <Field label="Who may read it" error={errors.readers}>
              {(control) => (
                <Select {...control} name="readers" defaultValue={readers}>
                  <option value="members">{readersInWords.members}</option>
                  <option value="public">{readersInWords.public}</option>
                </Select>
              )}
            </Field>
          </>
        )}
      </CallForm>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[
            { label: 'Name', text: theirs.name },
            { label: 'Who may read it', text: readersInWords[theirs.readers] },
          ]}
          at={call.path}
          onTake={() => void refreshPage().then(onDone)}
        />
      )}
      <CallForm
        call={withParams(replaceDoc, { id })}
        what={`the new version of ${name}`}
        submit="Replace it"
        pending="Replacing…"
        onAnswer={done}
      >
        {(errors) => (
          <Field
            label="A newer version"
            hint={`Its name, its address and its readers stay. ${kindsTaken}. Up to ${sizeInWords(uploadLimits.bytes)}.`}
            error={errors.files}
          >
            {(control) => <FileInput {...control} name="files" accept={acceptedEndings} required />}
          </Field>
        )}
      </CallForm>
    </div>
  );
}
