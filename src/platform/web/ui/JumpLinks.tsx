import { useEffect, useState } from 'react';
import styles from './JumpLinks.module.css';

/** Leads to the sections of a long page, by their ids. */
export function JumpLinks({ to }: { to: readonly { id: string; name: string }[] }) {
  const current = useCurrentSection();
  return (
    <nav className={styles.jump} aria-label="On this page">
      {to.map(({ id, name }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** The section that the address names. None before the script has looked. */
function useCurrentSection(): string {
  const [section, setSection] = useState('');
  useEffect(() => {
    const look = () => setSection(window.location.hash.slice(1));
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return section;
}
