/** The sections of the settings about the person. */
import { useState } from 'react';
import { type Country, hasPostcodes } from '#domain/countries.ts';
import { mostMegabytes } from '#domain/files/file.ts';
import type { Account } from '#domain/identity/account.ts';
import { localeFacts, locales } from '#domain/locales.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CountryOptions } from '#web/ui/CountryOptions.tsx';
import { Choice, Field } from '#web/ui/Field.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './identity.module.css';
import { Portrait } from './panel.tsx';
import { type Answer, PartForm, SettingsSection, typedIn, wrongIn } from './SettingsSection.tsx';

interface PersonProps {
  account: Account;
  answer: Answer;
}

interface PersonFormProps extends PersonProps {
  countries: readonly Country[];
}

export function Person({ account, countries, answer }: PersonFormProps) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('identity.person')}>
      <PartForm what="person" answer={answer}>
        <NameAndAddress account={account} countries={countries} answer={answer} />
        <Choice name="language" label={t('identity.language')} defaultValue={account.language}>
          {locales.map((code) => (
            <option key={code} value={code} lang={localeFacts[code].lang}>
              {localeFacts[code].name}
            </option>
          ))}
        </Choice>
        <button type="submit" className={panel.button_primary}>
          {t('identity.save')}
        </button>
      </PartForm>
    </SettingsSection>
  );
}

/** The address alone, for who lacks it for a registration or a sale; saving leads back there. */
export function Address({ account, countries, answer }: PersonFormProps) {
  const { t } = useTranslation();
  return (
    <PartForm what="person" answer={answer}>
      <NameAndAddress account={account} countries={countries} answer={answer} needed />
      <input type="hidden" name="language" value={account.language} />
      <button type="submit" className={panel.button_primary}>
        {t('identity.save_and_back')}
      </button>
    </PartForm>
  );
}

/** @param needed the address is what the form is for, and cannot be left out */
function NameAndAddress({ account, countries, answer, needed = false }: PersonFormProps & { needed?: boolean }) {
  const { t } = useTranslation();
  const typed = typedIn(answer, 'person', 'country', account.country) ?? '';
  const [country, choose] = useState(typed);
  const own = (name: 'first_name' | 'last_name' | 'street' | 'zipcode' | 'city') => ({
    name,
    label: t(`identity.${name}`),
    defaultValue: typedIn(answer, 'person', name, account[name]),
    errors: wrongIn(answer, 'person', name),
  });
  const zipcode = own('zipcode');
  return (
    <>
      <div className={forms.pair}>
        <Field {...own('first_name')} autoComplete="given-name" required />
        <Field {...own('last_name')} autoComplete="family-name" required />
      </div>
      <Choice
        name="country"
        label={t('identity.country')}
        autoComplete="country"
        defaultValue={typed}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t('identity.no_country')}</option>
        <CountryOptions countries={countries} />
      </Choice>
      <Field {...own('street')} autoComplete="address-line1" required={needed} />
      <div className={forms.pair}>
        <Field
          {...zipcode}
          autoComplete="postal-code"
          required={needed && hasPostcodes(country)}
          {...(!hasPostcodes(country) && { hint: t('identity.no_postcodes') })}
        />
        <Field {...own('city')} autoComplete="address-level2" required={needed} />
      </div>
    </>
  );
}

export function Picture({ account, answer }: PersonProps) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('identity.picture')}>
      <div className={styles.who}>
        <Portrait account={account} />
        {account.image && (
          <PartForm what="no_picture" answer={answer}>
            <button type="submit" className={panel.button}>
              {t('identity.remove')}
            </button>
          </PartForm>
        )}
      </div>
      <PartForm what="picture" answer={answer} files>
        <FileField
          name="picture"
          as="image"
          label={t('identity.picture')}
          hint={t('identity.picture_hint', { max: mostMegabytes })}
          max={mostMegabytes}
          errors={wrongIn(answer, 'picture', 'picture')}
        />
        <button type="submit" className={panel.button}>
          {t('identity.save')}
        </button>
      </PartForm>
    </SettingsSection>
  );
}

/** A phone number is stored once the code sent to it is entered (5.8, 8.31). */
export function Phone({ account, answer }: PersonProps) {
  const { t } = useTranslation();
  const { done, failed } = answer;
  const sent = done?.phone ?? (failed?.typed.what === 'phone_code' ? failed.typed.phone : undefined);
  return (
    <SettingsSection title={t('identity.phone')}>
      <PartForm what="phone" answer={answer}>
        <Field
          name="phone"
          type="tel"
          dir="ltr"
          autoComplete="tel"
          label={t('identity.phone')}
          hint={t('identity.phone_text')}
          defaultValue={typedIn(answer, 'phone', 'phone', sent ?? account.phone)}
          errors={wrongIn(answer, 'phone', 'phone')}
        />
        <button type="submit" className={panel.button}>
          {t('identity.send_code')}
        </button>
      </PartForm>
      {(sent || done?.what === 'phone_code') && (
        <PartForm what="phone_code" answer={answer}>
          {sent && (
            <>
              <p role="status">{t('identity.code_sent', { phone: sent })}</p>
              <input type="hidden" name="phone" value={sent} />
              <Field
                name="code"
                dir="ltr"
                inputMode="numeric"
                autoComplete="one-time-code"
                label={t('identity.code')}
                errors={wrongIn(answer, 'phone_code', 'code')}
              />
              <button type="submit" className={panel.button_primary}>
                {t('identity.confirm')}
              </button>
            </>
          )}
        </PartForm>
      )}
    </SettingsSection>
  );
}
