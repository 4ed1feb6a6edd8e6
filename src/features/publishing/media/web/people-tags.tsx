import { useId } from 'react';
import { PersonField } from '#features/archive/shows/people/web/index.ts';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import styles from './people-tags.module.css';

interface Named {
  id: string;
  name: string;
}

/**
 * The people in a photograph. They are tagged by hand, because the site doesn't recognise faces. Only people in the
 * archive can be tagged.
 */
export function PeopleTags({
  of,
  people,
  onChange,
}: {
  of: string;
  people: readonly Named[];
  onChange: (people: Named[]) => void;
}) {
  const id = useId();
  return (
    <div className={styles.tags}>
      <label htmlFor={id} className={styles.label}>
        Who is in it<span className="vh">: {of}</span>
      </label>
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id}>
              {person.name}
              <IconButton
                icon="x"
                label={`Remove ${person.name}`}
                onClick={() => onChange(people.filter((one) => one.id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <PersonField
        label={`Who is in ${of}`}
        control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        addsNew={false}
        placeholder="Name"
        onChoose={(person) => {
          if (!people.some((one) => one.id === person.id)) onChange([...people, person]);
        }}
      />
    </div>
  );
}
