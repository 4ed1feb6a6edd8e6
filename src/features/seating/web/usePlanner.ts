import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { marksAt } from '#features/performances/seat-marks.ts';
import { placeOf } from '#features/performances/seats.ts';
import type { Page } from '#platform/shared/pages.ts';
import { dismissAbout, showAlert } from '#platform/web/alerts/index.ts';
import {
  addRow,
  hideSeats,
  keepSeats,
  type Outcome,
  type Refusal,
  remove,
  removeBlock,
  removeRow,
  resize,
  type Side,
  unseat,
} from '../actions.ts';
import { aloneInWords, aloneSince } from '../best-available.ts';
import { colouring, marksOf } from '../colours.ts';
import { faultsOfPromised } from '../faults.ts';
import type { Preference } from '../house.ts';
import { blockOf, firstSeat, isSeat, seatedCounts, seatsOf } from '../plan.ts';
import { type Choice, seatEveryone } from '../seat-everyone.ts';
import { type Command, commandFor, type Held, houseKey, putDown, seatsUnder } from './commands.ts';
import { startTentative } from './tentative.ts';
import { useAim } from './useAim.ts';
import { useHeld } from './useHeld.ts';
import { usePlan } from './usePlan.ts';

const isModified = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) => ctrlKey || altKey || metaKey;

/** Where somebody writes, and undoes what is written: not where a box is ticked or one of a list is chosen. */
const fields = 'input:not([type="checkbox"], [type="radio"]), textarea';

/** What is asked before something is done. */
interface Question {
  asks: string;
  says: string;
  keep: string;
  go: string;
  onGo: () => void;
}

/** Everything that can be done on the planner, whichever way it is asked for. */
export function usePlanner(page: Page<'seating'>) {
  const { orders } = page;
  const work = usePlan(page);
  const { plan, parties, step } = work;
  const [said, setSaid] = useState({ words: '', isAloud: false });
  const setSays = (words: string) => setSaid({ words, isAloud: false });
  /** For whoever doesn't see that nothing has happened. */
  const sayAloud = (words: string) => setSaid({ words, isAloud: true });
  const [question, setQuestion] = useState<Question | null>(null);
  /** Where everybody was put when all were seated last, and what that step is called. */
  const [everyone, setEveryone] = useState<{ choices: readonly Choice[]; step: string }>({ choices: [], step: '' });
  /** The order that was looked for in the list. */
  const [found, setFound] = useState('');
  const [editing, setEditing] = useState(false);
  const [chosen, setChosen] = useState('');
  /** The seats about to be withheld, as text; "" where none are. */
  const [keeping, setKeeping] = useState('');
  /** The seat whose menu a finger has opened. */
  const [opened, setOpened] = useState('');
  const [tentative] = useState(startTentative);
  const aim = useAim();
  const { scroller } = aim;
  const seated = useMemo(() => seatedCounts(plan), [plan]);
  const active = chosen !== '' && (editing || isSeat(plan, chosen)) ? chosen : firstSeat(plan);

  /** Says what was done. What was refused before is the past. */
  const done = (words: string) => {
    dismissAbout('seats');
    setSays(words);
  };
  const refused = ({ why, says: words }: Refusal) => {
    setSays(words);
    if (why === 'all seated') showAlert({ title: 'No Seats Remaining', content: words }, 'bad', 'seats');
  };
  /** Why the resulting plan isn't allowed: it lacks seats that buyers know as theirs; "" where it doesn't. */
  const brokenPromise = (outcome: Outcome): string =>
    'refused' in outcome
      ? ''
      : faultsOfPromised(outcome.plan, {
          ...{ before: plan, known: page.known },
          nameOf: (ref) => parties.get(ref)?.name ?? `order ${ref}`,
        }).join(' ');
  /** Does it, or says why not. */
  const act = (outcome: Outcome): boolean => {
    if ('refused' in outcome) {
      refused(outcome.refused);
      return false;
    }
    const broken = brokenPromise(outcome);
    if (broken !== '') {
      setSays(broken);
      showAlert({ title: 'These seats have to stay', content: broken }, 'bad', 'seats');
      return false;
    }
    step({ plan: outcome.plan }, outcome.says);
    done(`${outcome.says} ${aloneInWords(aloneSince(plan, outcome.plan))}`.trim());
    if (outcome.short) refused(outcome.short);
    return true;
  };
  /** Does it, or answers why not in words, for a field that says it. */
  const refusalOf = (outcome: Outcome): string => {
    const refusal = 'refused' in outcome ? outcome.refused.says : brokenPromise(outcome);
    if (refusal === '') act(outcome);
    return refusal;
  };
  const toggleHidden = (seat: string) =>
    act(hideSeats(plan, parties, { seats: [seat], hidden: !plan.hiddenSeats.includes(seat) }));
  const held = useHeld({
    scroller,
    onPutDown: (what, seat) => down(what, seat),
    // Frames the seats that what is held would have
    onAim: (what, seat) => (what ? aim.show(seat ? seatsUnder(plan, parties, what, seat) : []) : aim.clear()),
    seatAt: (point) => {
      const seat = aim.seatAt(point);
      return seat !== undefined && isSeat(plan, seat) ? seat : undefined;
    },
    isOpenAt: aim.isOpenAt,
  });
  const { release } = held;
  const lost = useRef<Held>(null);
  const down = (what: Held, seat: string) => {
    if (what === lost.current) return;
    const outcome = putDown(plan, parties, what, seat);
    release();
    setOpened('');
    setChosen(seat);
    const there = plan.assignments[seat];
    const isTaken = 'refused' in outcome && outcome.refused.why === 'taken';
    if (what.kind !== 'order' || !isTaken || there === what.ref) {
      const isDone = act(outcome);
      // Who has all seats already is shown where they are
      if (!isDone && what.kind === 'order') choose(what.ref);
      return;
    }
    const name = parties.get(there ?? '')?.name ?? 'Somebody';
    setQuestion({
      asks: `${name} has ${seat}. Put ${parties.get(what.ref)?.name} there instead?`,
      says: `${name} will be back among those to seat.`,
      keep: `Keep ${name} there`,
      go: 'Put there instead',
      onGo: () => act(putDown(plan, parties, what, seat, true)),
    });
  };

  // Others may give away what is held, and a pointer that drags it doesn't know
  const inHand = held.held;
  const ofHand = inHand?.kind === 'order' ? parties.get(inHand.ref)?.ref : plan.assignments[inHand?.from ?? ''];
  const picked = useRef({ inHand, ofHand });
  useEffect(() => {
    const before = picked.current;
    picked.current = { inHand, ofHand };
    if (!inHand || before.inHand !== inHand || before.ofHand === ofHand) return;
    lost.current = inHand;
    release();
    setSays('What you had picked up has changed meanwhile, and is put back.');
  });

  const hold = (what: Held) => {
    held.hold(what);
    setOpened('');
    const order = orderHeld(what);
    setSays(`${order.label}: choose ${order.where}.`);
    focusSeat();
  };
  const focusSeat = () => {
    // With a pointer, the wanted seats are in sight already
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false;
    scroller.current?.querySelector<HTMLElement>('[data-seat][tabindex="0"]')?.focus({ preventScroll: !isByKey });
  };
  const orderHeld = (what: Held) => {
    const ref = what.kind === 'order' ? what.ref : plan.assignments[what.from];
    const name = parties.get(ref ?? '')?.name ?? '';
    if (what.kind === 'seat') return { label: `${name}, ${what.from}`, where: 'its new seat' };
    if (what.kind === 'block') return { label: `${name}, all beside ${what.from}`, where: `where ${what.from} goes` };
    const left = (parties.get(what.ref)?.count ?? 0) - seatsOf(plan, what.ref).length;
    return { label: `${name}, ${left === 1 ? 'one seat' : `${left} seats`}`, where: 'where the first seat goes' };
  };

  // Escape puts back what is held, wherever the focus is; undo and redo as everywhere, but in fields
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') release();
      const isField = event.target instanceof Element && event.target.closest(fields);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isField) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  /** Chooses the first seat of an order, and shows the others; undefined where it has none. */
  const choose = (ref: string): string | undefined => {
    const [seat] = seatsOf(plan, ref);
    if (seat === undefined) return undefined;
    setChosen(seat);
    setFound(ref);
    return seat;
  };
  const press = (seat: string) => {
    setChosen(seat);
    setFound('');
    setSays('');
    setOpened(held.held || editing || opened === seat ? '' : seat);
    if (editing) toggleHidden(seat);
    else if (held.held) down(held.held, seat);
  };
  const undo = () => {
    const last = work.history.past.at(-1);
    if (last) done(`Undone: ${last.says}`);
    else sayAloud('There is nothing to undo.');
    work.undo();
  };
  const redo = () => {
    const [next] = work.history.future;
    if (next) done(`Done again: ${next.says}`);
    else sayAloud('There is nothing to do again.');
    work.redo();
  };

  const marks = useMemo(() => marksOf(orders), [orders]);
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const colours = useMemo(() => {
    const next = colouring(plan, before.current);
    // The same map while nobody changes colour: what is drawn by it alone stays as it is
    const isSame = next.size === before.current.size && [...next].every(([ref, of]) => before.current.get(ref) === of);
    return isSame ? before.current : next;
  }, [plan]);
  useEffect(() => {
    before.current = colours;
  }, [colours]);

  return {
    orders,
    work,
    plan,
    colours,
    marks,
    held,
    tentative,
    active,
    /** Whether anybody has been at a seat yet. */
    isBegun: chosen !== '',
    opened: plan.assignments[opened] === undefined ? '' : opened,
    closeMenu: () => setOpened(''),
    /** What was done last, as long as that is news. */
    says: said.isAloud ? '' : said.words,
    /** The same, and what is only heard. */
    aloud: said.words,
    question,
    everyone: {
      choices: everyone.choices,
      isLast: work.history.past.at(-1)?.says === everyone.step,
      close: () => setEveryone({ choices: [], step: '' }),
    },
    /** Undefined while another order's seat is chosen. */
    found: found !== '' && plan.assignments[active] === found ? found : undefined,
    find: (ref: string) => {
      release();
      const seat = choose(ref);
      if (seat === undefined) return;
      setOpened(seat);
      setSays('');
      const there = scroller.current?.querySelector<HTMLElement>(`[data-seat="${seat}"]`);
      there?.scrollIntoView({ block: 'center', inline: 'center' });
      there?.focus({ preventScroll: true });
    },
    keeping,
    setKeeping,
    editing,
    aim,
    orderHeld,
    hold,
    undo,
    redo,
    seated,
    unask: () => setQuestion(null),
    edit: (on: boolean) => {
      release();
      setEditing(on);
    },
    setActive: (seat: string) => {
      setChosen(seat);
      setOpened((before) => (before === seat ? seat : ''));
      if (held.held && !held.dragging) held.hover(seat);
    },
    command: (command: Command, seat: string) => act(command.run(plan, parties, seat)),
    keep: (withheld: Parameters<typeof keepSeats>[1]) => refusalOf(keepSeats(plan, withheld)),
    hide: (seats: readonly string[], hidden: boolean) => refusalOf(hideSeats(plan, parties, { seats, hidden })),
    unseatOrder: (ref: string) => act(unseat(plan, parties, { ref })),
    placeOrder: (ref: string) => {
      const isPlacing = held.held?.kind === 'order' && held.held.ref === ref;
      if (isPlacing) release();
      else hold({ kind: 'order', ref });
    },
    changeRows: (by: 1 | -1) => {
      const outcome = by === 1 ? addRow(plan) : removeRow(plan);
      if (!('refused' in outcome) || outcome.refused.why !== 'people there') {
        act(outcome);
        return;
      }
      const cleared = removeRow(plan, { clearing: true });
      if (brokenPromise(cleared) !== '') {
        act(cleared);
        return;
      }
      setQuestion({
        asks: 'Remove the last row?',
        says: `${outcome.refused.says} They will be back among those to seat.`,
        keep: 'Keep the row',
        go: 'Remove the row',
        onGo: () => act(cleared),
      });
    },
    seatEveryone: (preference: Preference) => {
      const at = { starts_at: new Date(page.date).toISOString(), now: new Date().toISOString() };
      const marks = marksAt(plan.marks ?? {}, at);
      const { choices, ...seated } = seatEveryone({ ...plan, marks }, parties.values(), preference);
      const left = seated.left.map(({ name, count }) => `${name} (${count})`).join(', ');
      const free = Object.keys(marks).length > 0 ? ' but those that are marked' : '';
      const missing = left === '' ? '' : ` No seat is left${free} for ${left}.`;
      if (choices.length === 0) {
        setSays(left === '' ? 'Everybody has a seat.' : missing.trim());
        return;
      }
      const words = `Everybody seated: ${choices.length} ${choices.length === 1 ? 'party' : 'parties'}.`;
      const next = { ...plan, assignments: seated.plan.assignments };
      step({ plan: next }, words);
      setEveryone({ choices, step: words });
      setOpened('');
      // What became of it stands beside it
      done(`${missing} ${aloneInWords(aloneSince(plan, next))}`.trim());
    },
    clear: (seat: string, { whole, at }: { whole: boolean; at: number }) =>
      held.isEndOfDrag(at) || act(whole ? removeBlock(plan, parties, { seat }) : remove(plan, parties, { seat })),
    press: (seat: string, at: number) => {
      if (!held.isEndOfDrag(at)) press(seat);
    },
    enter: (seat: string, whole: boolean) => {
      if (editing) toggleHidden(seat);
      else if (held.held) down(held.held, seat);
      else if (plan.assignments[seat] !== undefined) hold({ kind: whole ? 'block' : 'seat', from: seat });
    },
    key: (event: KeyboardEvent, seat: string) => {
      if (event.key.toLowerCase() === houseKey && !editing && !held.held && !isModified(event)) {
        event.preventDefault();
        setKeeping(seat);
        return;
      }
      const command = editing || held.held ? undefined : commandFor(event);
      if (!command) return;
      event.preventDefault();
      act(command.run(plan, parties, seat));
    },
    drag: (event: PointerEvent<HTMLElement>, what: Held) => {
      const seat = what.kind === 'order' ? '' : what.from;
      // The list has handles, and a seat that was tapped is one
      held.drag({ event, isAtOnce: seat === '' || seat === opened, onStill: () => press(seat) }, what);
    },
    draw: (event: PointerEvent<HTMLElement>, seat: string, side: Side) => {
      const row = placeOf(seat)?.row ?? 0;
      const block = blockOf(plan, seat);
      let outcome: Outcome | undefined;
      let number: number | undefined;
      const grip = { event, isAtOnce: block.includes(opened), onStill: () => press(seat) };
      held.follow(grip, {
        onHeld: () => aim.show(block),
        onMove: (over) => {
          const to = placeOf(over ?? '');
          if (!to || to.number === number) return;
          number = to.number;
          outcome = resize(plan, parties, { seat, side, to: to.number });
          tentative.set('refused' in outcome ? null : { plan: outcome.plan, row });
        },
        onEnd: (done) => {
          tentative.set(null);
          aim.clear();
          if (done && outcome) act(outcome);
        },
      });
    },
  };
}
