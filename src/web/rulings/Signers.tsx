/** Who may sign a ruling: each person with what keeps them from it, and the steps until it counts. */
import type { ReplyOf } from '#domain/contract.ts';
import type { readRulings } from '#domain/rulings/contract.ts';
import { isNamedIn } from '#domain/rulings/ruling.ts';
import { brand } from '#web/lib/head.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './rulings.module.css';

type Signer = ReplyOf<typeof readRulings>['people'][number];

interface SignersProps {
  people: readonly Signer[];
  /** The reason as it stands in the field: who is named there is a witness. */
  reason: string;
}

export function Signers({ people, reason }: SignersProps) {
  const { t } = useTranslation();
  const named = people.map((person) => ({
    ...person,
    state:
      person.state === 'can_sign' && isNamedIn(reason, { first_name: person.name, last_name: '' })
        ? ('witness' as const)
        : person.state,
  }));
  const isAnybodyLeft = named.some(({ state }) => state === 'can_sign');
  return (
    <div>
      <b className={styles.label}>{t('ruling.second')}</b>
      <p className={styles.hint}>{t('ruling.second_why')}</p>
      <ul className={styles.people}>
        {named.map(({ user_id, name, state }) => (
          <Person
            key={user_id}
            name={name}
            isAble={state === 'can_sign'}
            words={t(
              state === 'can_sign' ? 'ruling.can_sign' : state === 'witness' ? 'ruling.is_witness' : 'ruling.is_maker',
            )}
          />
        ))}
        <Person name={brand} isAble={!isAnybodyLeft} words={t('ruling.platform')} />
      </ul>
    </div>
  );
}

function Person({ name, isAble, words }: { name: string; isAble: boolean; words: string }) {
  return (
    <li data-able={isAble || undefined}>
      <Icon name={isAble ? 'user' : 'minus'} size={20} />
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>{words}</small>
      </span>
    </li>
  );
}

/** The two steps of a ruling that needs a second person. */
export function Steps({ by }: { by: string }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.steps}>
      <li>
        <Icon name="note" size={18} />
        <b>{t('ruling.makes', { name: by })}</b>
      </li>
      <li data-open>
        <Icon name="users" size={18} />
        <span>
          <b>{t('ruling.signs')}</b>
          <small>{t('ruling.then_counts')}</small>
        </span>
      </li>
    </ol>
  );
}
