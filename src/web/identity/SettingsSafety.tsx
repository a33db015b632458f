/** The sections of the settings about security. */
import { nameOfAgent } from '#domain/accounts/agent.ts';
import type { AccountSession } from '#domain/identity/account.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime, formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './identity.module.css';
import { NewPassword } from './NewPassword.tsx';
import { type Answer, PartForm, Proof, SettingsSection, wrongIn } from './SettingsSection.tsx';

interface SafetyProps {
  answer: Answer;
}

export function Password({ answer }: SafetyProps) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('identity.password')}>
      <PartForm what="password" answer={answer}>
        <Proof what="password" answer={answer} />
        <NewPassword label={t('identity.reset')} errors={(name) => wrongIn(answer, 'password', name)} />
        <button type="submit" className={panel.button}>
          {t('identity.save')}
        </button>
      </PartForm>
    </SettingsSection>
  );
}

export function SecondStep({ on, answer }: SafetyProps & { on: boolean }) {
  const { t } = useTranslation();
  const { done, failed } = answer;
  const factor = done?.factor;
  const what = on ? 'no_factor' : 'factor';
  return (
    <SettingsSection title={t('identity.factor')}>
      <p>{t(on ? 'identity.factor_on' : 'identity.factor_off')}</p>
      {factor && (
        <>
          <p>{t('identity.factor_key')}</p>
          <p>
            <a href={factor.uri} className={styles.secret} dir="ltr">
              {factor.secret}
            </a>
          </p>
          <p>{t('identity.backup')}</p>
          <p className={styles.secret} dir="ltr">
            {factor.backup_codes.join(' ')}
          </p>
        </>
      )}
      {factor || failed?.typed.what === 'factor_code' ? (
        <PartForm what="factor_code" answer={answer}>
          <Field
            name="code"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            label={t('identity.code')}
            errors={wrongIn(answer, 'factor_code', 'code')}
          />
          <button type="submit" className={panel.button_primary}>
            {t('identity.confirm')}
          </button>
        </PartForm>
      ) : (
        <PartForm what={what} answer={answer}>
          <Proof what={what} answer={answer} />
          <button type="submit" className={panel.button}>
            {t(on ? 'identity.factor_end' : 'identity.factor_begin')}
          </button>
        </PartForm>
      )}
    </SettingsSection>
  );
}

/** Times in the reader's time zone; in UTC until the page is hydrated. */
export function useTimes(): (at: string) => string {
  const { locale } = usePage();
  const zone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  return (at) => {
    const { time } = clockTime(Date.parse(at), zone);
    return `${formatNamedDay(locale, Date.parse(at), zone)} ${time.slice(0, 5)}${zone === 'UTC' ? ' UTC' : ''}`;
  };
}

/** The sessions of the account, each with a button that ends it, and buttons that end several. */
export function SessionList({ sessions, answer }: SafetyProps & { sessions: readonly AccountSession[] }) {
  const { t } = useTranslation();
  const time = useTimes();
  return (
    <SettingsSection title={t('identity.browsers')}>
      <ul className={styles.list}>
        {sessions.map(({ id, kind, agent, network, since, used_at, here }) => (
          <li key={id}>
            <span>
              <bdi>{nameOfAgent(agent) ?? t('identity.unknown_browser')}</bdi>
              {here && <strong> · {t('identity.here')}</strong>}
              {kind === 'program' && <> · {t('identity.program')}</>}
              <span className={styles.small}>
                {network && (
                  <bdi className="num" dir="ltr">
                    {network}
                  </bdi>
                )}
                <span>{t('identity.signed_in_at', { time: time(since) })}</span>
                <span>{t('identity.used_at', { time: time(used_at) })}</span>
              </span>
            </span>
            {!here && (
              <PartForm what="session" answer={answer}>
                <input type="hidden" name="id" value={id} />
                <button type="submit" className={panel.button}>
                  {t('nav.log_out')}
                </button>
              </PartForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <PartForm what="elsewhere" answer={answer}>
          <button type="submit" className={panel.button}>
            {t('identity.elsewhere')}
          </button>
        </PartForm>
      )}
      <PartForm what="everywhere" answer={answer}>
        <button type="submit" className={panel.button}>
          {t('identity.everywhere')}
        </button>
      </PartForm>
    </SettingsSection>
  );
}

export function Delete({ answer }: SafetyProps) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('identity.delete')}>
      <p>{t('identity.delete_text')}</p>
      <PartForm what="delete" answer={answer}>
        <Proof what="delete" answer={answer} />
        <button type="submit" className={`${panel.button} ${forms.danger}`}>
          {t('identity.delete')}
        </button>
      </PartForm>
    </SettingsSection>
  );
}
