/** What one person may do in a loft, to be given, changed or taken; a plain form, so that it works without a script. */
import { Form, useNavigation } from 'react-router';
import type { Entry, Name } from '#domain/accounts/contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { securityLogPath } from './paths.ts';
import styles from './permissions.module.css';

export const rights = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons', 'is_active'] as const;

export const rightKeys = {
  is_merchant: 'rights.merchant',
  is_agent: 'rights.agent',
  is_staff: 'rights.staff',
  has_seasons: 'rights.seasons',
  is_active: 'rights.active',
} as const;

/** What stands in the form when nothing was given yet. */
export const nothingYet: Entry = {
  is_merchant: false,
  is_agent: false,
  is_staff: false,
  has_seasons: false,
  is_active: true,
};

interface RightsFormProps {
  person: Name;
  entry: Entry | null;
  /** Whether the reader, an admin, may see what happened to the account. */
  reads_log: boolean;
  /** What was sent last and refused: it stands in the boxes again. */
  typed?: Readonly<Record<string, string>> | undefined;
}

export function RightsForm({ person, entry, reads_log, typed }: RightsFormProps) {
  const { t } = useTranslation();
  const { state, formData } = useNavigation();
  const name = nameOf(person) ?? t('rights.unnamed');
  const busy = state !== 'idle' && formData?.get('user_id') === String(person.user_id);
  return (
    <Form method="post" className={styles.person} aria-label={name} aria-busy={busy} preventScrollReset>
      <input type="hidden" name="user_id" value={person.user_id} />
      <div className={styles.who}>
        <bdi>{name}</bdi>
        {person.email && person.email !== name && (
          <small>
            <bdi>{person.email}</bdi>
          </small>
        )}
      </div>
      {reads_log && (
        <Link className={styles.log} to={securityLogPath(person.user_id)}>
          {t('security.of_account')}
        </Link>
      )}
      <div className={styles.rights}>
        {rights.map((right) => (
          <label key={right}>
            <input
              // What the loft says now stands in the box, also after somebody else changed it.
              key={String(entry?.[right])}
              type="checkbox"
              name={right}
              defaultChecked={typed ? right in typed : (entry ?? nothingYet)[right]}
            />
            {t(rightKeys[right])}
          </label>
        ))}
      </div>
      <div className={styles.actions}>
        <button type="submit" name="intent" value="give" className={panel.button} disabled={busy}>
          {t(entry ? 'rights.save' : 'rights.give')}
        </button>
        {entry && (
          <button type="submit" name="intent" value="take" className={panel.button} disabled={busy}>
            {t('rights.take')}
          </button>
        )}
      </div>
    </Form>
  );
}
