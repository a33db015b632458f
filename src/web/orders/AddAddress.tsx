/** What a registration needs of its customer's account first (5.9), with the way there and back: all values are kept. */
import { useEffect, useRef } from 'react';
import type { SeasonKey } from '#domain/keys.ts';
import type { FieldError } from '#domain/refusal.ts';
import { registerPath } from '#web/lib/paths.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { asSearch, type Choice } from './choice.ts';
import styles from './register.module.css';

interface AddAddressProps extends SeasonKey {
  choice: Choice;
  /** The refusal of a registration that was to be sent without it. */
  errors?: readonly FieldError[] | undefined;
}

export function AddAddress({ choice, errors, ...season }: AddAddressProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const settings = useRootData()?.links.settings;
  const link = useRef<HTMLAnchorElement>(null);
  const wrong = errors?.[0];
  // Who has sent it without one is led there.
  useEffect(() => {
    if (wrong) link.current?.focus();
  }, [wrong]);
  return (
    <div className={`${panel.notice} ${errors ? panel.notice_bad : ''} ${styles.first}`}>
      <Icon name="alert" />
      <div>
        <p role={errors ? 'alert' : undefined}>
          {errors ? errors.map(sentence).join(' ') : t('register.address_first')}
        </p>
        {settings && (
          <a
            ref={link}
            className={panel.button}
            href={`${settings}?to=${encodeURIComponent(`${registerPath(season)}?${asSearch(choice)}`)}`}
            data-missing={errors ? true : undefined}
          >
            {t('identity.add_address')}
          </a>
        )}
      </div>
    </div>
  );
}
