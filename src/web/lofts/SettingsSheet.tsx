/** One sheet of what is set of a loft: saved by version, so that who did not see the last change overwrites nothing. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './admin.module.css';
import { Saved } from './Saved.tsx';

export interface SettingsSheetProps {
  part: 'settings' | 'address';
  /** The one that is shown. */
  version: number;
  answer: RefusedForm | undefined;
  /** What is said before the sheet. */
  above?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

export function SettingsSheet({ part, version, answer, above, children }: SettingsSheetProps) {
  const { t } = useTranslation();
  return (
    <>
      <AdminHead title={t(`admin.${part}`)} />
      <div className={styles.body}>
        <Saved unless={answer !== undefined} />
        {above}
        <section className={panel.panel}>
          <Form key={version} method="post" className={`${forms.form} ${styles.sheet}`} noValidate>
            <Wrong refused={answer?.refused} />
            <input type="hidden" name="version" value={version} />
            {children}
            <button type="submit" className={panel.button_primary}>
              {t('identity.save')}
            </button>
          </Form>
        </section>
      </div>
    </>
  );
}
