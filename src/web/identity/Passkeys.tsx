/** The passkeys of an account, in its settings. */
import { useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import type { Passkey } from '#domain/identity/account.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './identity.module.css';
import { makePasskey, usePasskeys } from './passkey.ts';
import { type Answer, PartForm, Proof, SettingsSection, typedIn, wrongIn } from './SettingsSection.tsx';

interface PasskeysProps {
  passkeys: readonly Passkey[];
  /** Whether the last sign-in proof is fresh: the password is not asked then. */
  proven: boolean;
  answer: Answer;
}

export function Passkeys({ passkeys, proven, answer }: PasskeysProps) {
  const { t } = useTranslation();
  const has = usePasskeys();
  useNewPasskey(answer);
  const none = <p className={styles.small}>{t('identity.passkeys_none')}</p>;
  return (
    <SettingsSection title={t('identity.passkeys')}>
      <p>{t('identity.passkeys_text')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((one) => (
            <OnePasskey key={one.id} passkey={one} proven={proven} answer={answer} />
          ))}
        </ul>
      )}
      {has === false ? (
        none
      ) : (
        <div className={has ? undefined : 'awaited'}>
          <PartForm what="passkey" answer={answer}>
            <Field
              name="name"
              maxLength={64}
              label={t('identity.passkey_name')}
              hint={t('identity.passkey_name_hint')}
              defaultValue={typedIn(answer, 'passkey', 'name', '')}
              errors={wrongIn(answer, 'passkey', 'name')}
            />
            {!proven && <Proof what="passkey" answer={answer} />}
            <button type="submit" className={panel.button}>
              {t('identity.passkey_add')}
            </button>
          </PartForm>
        </div>
      )}
      {has === null && <noscript>{none}</noscript>}
    </SettingsSection>
  );
}

function OnePasskey({
  passkey: { id, name, since },
  proven,
  answer,
}: Omit<PasskeysProps, 'passkeys'> & { passkey: Passkey }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [rename, remove] = [`passkey_name ${id}`, `no_passkey ${id}`];
  return (
    <li>
      <details>
        <summary>
          <bdi>{name}</bdi>
          <br />
          <span className={styles.small} suppressHydrationWarning>
            {formatNamedDay(locale, Date.parse(since), 'UTC')}
          </span>
        </summary>
        <PartForm what={rename} answer={answer}>
          <Field
            name="name"
            maxLength={64}
            label={t('identity.passkey_name')}
            defaultValue={typedIn(answer, rename, 'name', name)}
            errors={wrongIn(answer, rename, 'name')}
          />
          <button type="submit" className={panel.button}>
            {t('identity.save')}
          </button>
        </PartForm>
        <PartForm what={remove} answer={answer}>
          {!proven && <Proof what={remove} answer={answer} />}
          <button type="submit" className={panel.button}>
            {t('identity.remove')}
          </button>
        </PartForm>
      </details>
    </li>
  );
}

/** Once the provider has accepted a new passkey, the browser creates it, and the form sends it with its name. */
function useNewPasskey({ done }: Answer): void {
  const submit = useSubmit();
  const begun = useRef<object>(undefined);
  const creation = done?.passkey;
  useEffect(() => {
    if (!creation || begun.current === creation) return;
    begun.current = creation;
    void makePasskey(creation.options).then((passkey) => {
      if (passkey) void submit({ what: 'new_passkey', name: creation.name, passkey }, { method: 'post' });
    });
  }, [creation, submit]);
}
