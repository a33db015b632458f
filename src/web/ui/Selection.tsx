/**
 * Rows that are chosen to do something with all of them. It is a plain form: each row has a box (`chosen`), the bar above
 * has the actions as buttons (`intent`). A script adds the count and the box for all.
 */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './rows.module.css';

export interface SelectionProps {
  /** What can be done with the chosen rows. */
  actions: ReactNode;
  /** Where it is sent; the page itself by default. */
  to?: string | undefined;
  /** What the chosen rows come to together. */
  sum?: (ids: readonly number[]) => string;
  /** The rows that were chosen when the form was refused: without a script they come back as they were. */
  chosen?: readonly string[] | undefined;
  /** The list, with a {@link ChooseRow} in each row. */
  children: ReactNode;
}

const Chosen = createContext<readonly string[]>([]);

export function Selection({ actions, to, sum, chosen = [], children }: SelectionProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [ids, setIds] = useState('');
  const hydrated = useHydrated();
  const recount = () => setIds(idsIn(form.current).join());
  // Another page of the list has other rows, and a action may have taken some away.
  useEffect(recount);
  const now = ids === '' ? [] : ids.split(',').map(Number);
  const told = t('rows.selected', { count: now.length });
  return (
    <Form ref={form} action={to} method="post" className={styles.selection} onChange={recount} preventScrollReset>
      <div className={styles.bar}>
        <p aria-live="polite">
          {hydrated && now.length > 0 ? (
            <>
              <b>{told}</b>
              {sum && `, ${sum(now)}`}
            </>
          ) : (
            t('rows.choose')
          )}
        </p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <Chosen value={chosen}>{children}</Chosen>
    </Form>
  );
}

/** The head of the column of boxes: chooses all rows of the page, or none. */
export function ChooseAll() {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  return (
    <th scope="col" className={styles.box}>
      {!hydrated && <span className="visually-hidden">{t('rows.all')}</span>}
      <input
        type="checkbox"
        className={hydrated ? undefined : 'awaited'}
        aria-label={t('rows.all')}
        onChange={({ currentTarget: { form, checked } }) => {
          for (const box of boxesIn(form)) box.checked = checked;
        }}
      />
    </th>
  );
}

/** The box of a row. */
export function ChooseRow({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  const isChosen = useContext(Chosen).includes(String(id));
  return (
    <td className={styles.box}>
      <input type="checkbox" name="chosen" value={id} defaultChecked={isChosen} aria-label={t('rows.row', { name })} />
    </td>
  );
}

const idsIn = (form: HTMLFormElement | null) => boxesIn(form).flatMap(({ checked, value }) => (checked ? [value] : []));

function boxesIn(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[name="chosen"]') ?? [])];
}
