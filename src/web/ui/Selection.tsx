/**
 * Rows that are selected for an action on all of them. It is a plain form: each row has a checkbox (`chosen`), the bar
 * above has the actions as buttons (`intent`). A script adds the count and the checkbox for all.
 */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './rows.module.css';

export interface SelectionProps {
  /** The actions on the selected rows, where they are not below them. */
  actions?: ReactNode;
  /** The action address of the form; the page itself by default. */
  to?: string | undefined;
  /** The total of the selected rows. */
  sum?: (ids: readonly number[]) => string;
  /** The rows that were selected when the form was refused: without a script they are selected again. */
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
  // Another page of the list has other rows, and an action may have removed some.
  useEffect(recount);
  const now = ids === '' ? [] : ids.split(',').map(Number);
  const label = t('rows.selected', { count: now.length });
  return (
    <Form
      ref={form}
      action={to}
      method="post"
      className={styles.selection}
      onChange={recount}
      // Another page begins at its top, where the answer is.
      preventScrollReset={to === undefined}
    >
      <div className={styles.bar}>
        <p aria-live="polite">
          {hydrated && now.length > 0 ? (
            <>
              <b>{label}</b>
              {sum && `, ${sum(now)}`}
            </>
          ) : (
            t('rows.choose')
          )}
        </p>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <Chosen value={chosen}>{children}</Chosen>
    </Form>
  );
}

/** The checkbox in the head of the table: selects all rows of the page, or none. */
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

/** The checkbox of a row. */
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
