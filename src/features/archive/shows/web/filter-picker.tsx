import { useId, useState } from 'react';
import { showAlert } from '#platform/web/alerts/index.ts';
import { loadFailedMessage, useLazyModule } from '#platform/web/parts/use-lazy-module.ts';
import fieldStyles from '#platform/web/ui/field.module.css';
import { Input, Select } from '#platform/web/ui/field.tsx';
import { FILTER_KEYS } from '../list-query.ts';
import { MAX_FILTER_ITEMS } from '../list-state.ts';
import { findMember } from '../show-list.ts';
import type { PickerProps } from './picker-props.ts';
import styles from './show-list-controls.module.css';

/** Most visitors never open a filter: its code is fetched when it is first pointed at. */
const loadCombo = () => import('./filter-combo.tsx');

/**
 * A filter. Without JavaScript a plain select (for members, who are too many to send, a field for a name); with it a
 * button that becomes a combobox when it is opened.
 */
export function FilterPicker(props: PickerProps) {
  const { list, page, kind, label, any, offered } = props;
  const [open, setOpen] = useState(false);
  const combo = useLazyModule(loadCombo);
  const id = useId();
  const chosen = list.choices[kind];
  if (offered?.length === 0) return null;
  const summary =
    chosen.length > 1
      ? `${chosen.length} selected`
      : chosen[0] && ((kind === 'members' && findMember(page, chosen[0])?.name) || chosen[0]);
  const opener = (
    <button
      type="button"
      className={`${fieldStyles.select} ${styles.opener}`}
      aria-labelledby={`${id}-label ${id}-value`}
      aria-haspopup="listbox"
      aria-expanded="false"
      aria-busy={open || undefined}
      onPointerEnter={combo.load}
      onFocus={combo.load}
      onClick={async () => {
        setOpen(true);
        // HTML carries the first of them only
        if (offered === null || offered.length >= MAX_FILTER_ITEMS) list.fetchWhole();
        if (await combo.load()) return;
        setOpen(false);
        showAlert({ title: loadFailedMessage }, 'bad');
      }}
    >
      <span id={`${id}-value`}>{summary ?? any}</span>
    </button>
  );
  return (
    <div className={styles.picker}>
      <label id={`${id}-label`} htmlFor={`${id}-plain`}>
        {label}
      </label>
      {open && combo.part ? <combo.part.FilterCombo {...props} labelledBy={`${id}-label`} /> : opener}
      <div className={styles.plain}>
        {offered === null ? (
          <Input id={`${id}-plain`} name={FILTER_KEYS[kind]} maxLength={200} autoComplete="off" />
        ) : (
          <Select id={`${id}-plain`} name={FILTER_KEYS[kind]} defaultValue="">
            <option value="">{any}</option>
            {offered.slice(0, MAX_FILTER_ITEMS).map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        )}
      </div>
    </div>
  );
}
