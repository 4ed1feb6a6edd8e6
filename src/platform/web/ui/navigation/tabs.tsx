import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './tabs.module.css';

interface Tab {
  /** The panel's name in the URL: `#register`. */
  id: string;
  label: string;
  /** True for a tab that is opened less often, and is therefore set apart from the others. */
  aside?: boolean;
  content: ReactNode;
}

/**
 * Returns true for a plain click on a link to the fragment that is already in the URL, for which browsers report no
 * `hashchange`.
 */
export const isRepeatedFragmentClick = (
  click: Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented'>,
  href: string,
  here: Pick<Location, 'href' | 'hash'>,
): boolean =>
  !(click.defaultPrevented || click.button || click.altKey || click.ctrlKey || click.metaKey || click.shiftKey) &&
  here.hash !== '' &&
  href === here.href;

/**
 * Tabs, with one panel shown at a time. Arrow keys move between the tabs. Without JavaScript they are links to the
 * panels. At first, the tab named by the URL's fragment is open; if the fragment names none, the tab named by `open`.
 */
export function Tabs({ label, tabs, open }: { label: string; tabs: readonly Tab[]; open: string }) {
  const own = useId();
  const list = useRef<HTMLDivElement>(null);
  // Null until scripts run. Until then the style sheet uses the fragment
  const [chosen, setChosen] = useState<string | null>(null);

  useEffect(() => {
    const named = () => tabs.find(({ id }) => `#${id}` === window.location.hash)?.id;
    setChosen((before) => before ?? named() ?? open);
    const follow = () => {
      const id = named();
      if (id) setChosen(id);
    };
    const followRepeated = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link && isRepeatedFragmentClick(event, link.href, window.location)) follow();
    };
    window.addEventListener('hashchange', follow);
    document.addEventListener('click', followRepeated);
    return () => {
      window.removeEventListener('hashchange', follow);
      document.removeEventListener('click', followRepeated);
    };
  }, [tabs, open]);

  // A phone has no room for all tabs, so the open one is scrolled into view
  useEffect(() => {
    const tab = list.current?.querySelector(`[aria-controls="${chosen}"]`)?.getBoundingClientRect();
    const room = list.current?.getBoundingClientRect();
    if (!tab || !room || (tab.left >= room.left && tab.right <= room.right)) return;
    list.current?.scrollBy({ left: tab.left - room.left - (room.width - tab.width) / 2 });
  }, [chosen]);

  function move(event: KeyboardEvent, from: number) {
    const steps: Record<string, number> = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: tabs.length - 1 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    setChosen(tabs[index]?.id ?? open);
    list.current?.querySelectorAll<HTMLElement>('a')[index]?.focus();
  }

  const awake = chosen !== null;
  return (
    <div className={awake ? undefined : styles.asleep}>
      <div className={styles.list} ref={list} {...(awake ? { role: 'tablist', 'aria-label': label } : {})}>
        {tabs.map(({ id, label: text, aside }, index) => {
          const current = awake ? id === chosen : id === open;
          const role = awake
            ? {
                role: 'tab',
                id: `${own}-${id}`,
                'aria-selected': current,
                'aria-controls': id,
                tabIndex: current ? 0 : -1,
              }
            : {};
          return (
            <a
              key={id}
              href={`#${id}`}
              className={[aside && styles.aside, current && styles.current].filter(Boolean).join(' ') || undefined}
              {...role}
              onKeyDown={(event) => move(event, index)}
              onClick={(event) => {
                event.preventDefault();
                setChosen(id);
              }}
            >
              {text}
            </a>
          );
        })}
      </div>
      {tabs.map(({ id, content }) => (
        <section
          key={id}
          id={id}
          className={id === open ? `${styles.panel} ${styles.first}` : styles.panel}
          {...(awake ? { role: 'tabpanel', 'aria-labelledby': `${own}-${id}`, hidden: id !== chosen } : {})}
        >
          {content}
        </section>
      ))}
    </div>
  );
}

/** Tabs that are links, for views of one subject that each have a URL. Use `Tabs` for views without URLs. */
export function TabLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { href: string; text: ReactNode; isCurrent: boolean }[];
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {links.map(({ href, text, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
