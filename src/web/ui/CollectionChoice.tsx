/** A collection that an agent offers: where, when, by whom, and its price. */
import { type ComponentProps, useId } from 'react';
import type { FieldError } from '#domain/refusal.ts';
import { isInWindow, type ShippingWindow } from '#domain/transports/collection.ts';
import type { Collection } from '#domain/transports/contract.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './collection.module.css';
import { Field } from './Field.tsx';
import forms from './form.module.css';
import { Icon } from './Icon.tsx';

export interface CollectionChoiceProps {
  collections: readonly Collection[];
  /** The id of the selected collection, or ''. */
  chosen: string;
  /** Omitted where the field is uncontrolled. */
  onChoose?: (id: string) => void;
  errors: readonly FieldError[] | undefined;
  /** The window in which the loft takes birds: a collection on another day says so. */
  shipping?: ShippingWindow | null;
}

/** The number that the agent reaches the customer at. */
export function CustomerPhone(props: Omit<ComponentProps<typeof Field>, 'label' | 'hint'>) {
  const { t } = useTranslation();
  return (
    <Field
      type="tel"
      name="phone"
      autoComplete="tel"
      dir="ltr"
      maxLength={32}
      {...props}
      label={t('transports.phone')}
      hint={t('transports.phone_hint')}
    />
  );
}

export function CollectionChoice({ collections, chosen, onChoose, errors, shipping = null }: CollectionChoiceProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const wrong = useId();
  return (
    <fieldset className={styles.choice} aria-describedby={errors ? wrong : undefined}>
      <legend className="visually-hidden">{t('register.agent')}</legend>
      {collections.map((one) => {
        const id = String(one.id);
        const state = onChoose
          ? { checked: chosen === id, onChange: () => onChoose(id) }
          : { defaultChecked: chosen === id };
        return (
          <label key={id}>
            <input type="radio" name="collection_id" value={id} aria-invalid={errors ? true : undefined} {...state} />
            <span>
              <b>
                <bdi>{one.place}</bdi>
              </b>
              <small suppressHydrationWarning>
                {formatCalendarDay(locale, one.day, 'words')}
                {t('rows.comma')}
                <bdi dir="ltr" className="num">{`${one.from_time}–${one.to_time}`}</bdi>
              </small>
              {shipping && !isInWindow(one.day, shipping) && <small>{t('transports.outside_shipping')}</small>}
              <small>
                {t('rights.agent')}: <bdi>{one.agent.name}</bdi>
                {one.note && (
                  <>
                    {'. '}
                    <bdi>{one.note}</bdi>
                  </>
                )}
              </small>
            </span>
            <span className={styles.price}>
              <bdi className="num">{formatMoney(locale, one.price_cents, one.currency)}</bdi>{' '}
              <small>{t('transports.per_pigeon')}</small>
            </span>
          </label>
        );
      })}
      <p className={styles.hand_over}>{t('transports.hand_over')}</p>
      {errors && (
        <p id={wrong} role="alert" className={forms.wrong}>
          <Icon name="alert" size={18} />
          <span>{errors.map(sentence).join(' ')}</span>
        </p>
      )}
    </fieldset>
  );
}
