import { releaseLabels } from '#features/box-office/performances/seat-marks.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';

/** The fields for the seats to withhold, the reason, and the time of their release. */
export const HouseSeatFields = ({
  seats,
  reason,
  release = 0,
  errors,
}: {
  /** The initial text of the field for seats. */
  seats?: string;
  reason?: string;
  release?: number;
  errors: Readonly<{ [field in 'seats' | 'reason' | 'release']?: string | undefined }>;
}) => (
  <>
    <FieldPair>
      <InputField
        label="Seats"
        name="seats"
        hint="For example: C1–C6, D3, row E."
        defaultValue={seats}
        maxLength={600}
        autoComplete="off"
        error={errors.seats || undefined}
        required
      />
      <InputField
        label="Who they’re for, or why"
        name="reason"
        hint="For example: the press, a camera. Visitors don’t see this."
        defaultValue={reason}
        maxLength={80}
        autoComplete="off"
        error={errors.reason}
        required
      />
    </FieldPair>
    <Field label="Release to visitors" hint="This happens automatically." error={errors.release}>
      {(control) => (
        <Select {...control} name="release" defaultValue={`${release}`}>
          {Object.entries(releaseLabels).map(([minutes, label]) => (
            <option key={minutes} value={minutes}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </>
);
