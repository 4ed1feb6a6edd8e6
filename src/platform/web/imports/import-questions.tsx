import type { ImportQuestion } from '#platform/shared/calls/imports.ts';
import { Field, Select } from '../ui/fields/field.tsx';

/** Asks how to read cells that can be read in two ways. The answers are sent as `answers`. */
export function ImportQuestions({
  questions,
  onChange,
}: {
  questions: readonly ImportQuestion[];
  onChange: () => void;
}) {
  if (questions.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="import-questions">
      <h3 id="import-questions">Please check how we read these</h3>
      <p className="meta">If an answer is wrong, change it and preview the import again.</p>
      {questions.map(({ key, question, examples, options, answer }) => (
        // The answer is part of the key, so that the field shows the answer in each new report
        <Field
          key={`${key} ${answer}`}
          label={question}
          // Some answers leave no examples: once shows are to be added, none of them has a counterpart in the archive
          {...(examples.length > 0 && { hint: `In your file: ${examples.map((text) => `“${text}”`).join(', ')}` })}
        >
          {(control) => (
            <Select {...control} name="answers" defaultValue={`${key}=${answer}`} onChange={onChange}>
              {options.map(({ value, label }) => (
                <option key={value} value={`${key}=${value}`}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </section>
  );
}
