/**
 * The form of one person's permissions in a loft: grant, change, revoke. A plain form, so it works without a script.
 */
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

/** What an entry gives, without whether it is active. */
export const givenRights = (entry: Entry) => rights.filter((right) => right !== 'is_active' && entry[right]);

/** The form's values for a person without permissions. */
export const noRights: Entry = {
  is_merchant: false,
  is_agent: false,
  is_staff: false,
  has_seasons: false,
  is_active: true,
};

interface RightsFormProps {
  person: Name;
  entry: Entry | null;
  /** Whether the reader, an admin, may read the account's security log. */
  reads_log: boolean;
  /** The refused form: its values fill the boxes again. */
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
              // Keyed by the stored value, so that the box follows a change by somebody else.
              key={String(entry?.[right])}
              type="checkbox"
              name={right}
              defaultChecked={typed ? right in typed : (entry ?? noRights)[right]}
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
