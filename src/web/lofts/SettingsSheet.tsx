/** One form of a loft's settings, saved by version: a change of an outdated version is refused. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './admin.module.css';
import { SavedNotice } from './SavedNotice.tsx';

export interface SettingsSheetProps {
  part: 'settings' | 'address';
  /** The version shown. */
  version: number;
  answer: RefusedForm | undefined;
  /** Shown above the form. */
  above?: ReactNode;
  children: ReactNode;
}

export function SettingsSheet({ part, version, answer, above, children }: SettingsSheetProps) {
  const { t } = useTranslation();
  return (
    <>
      <AdminHead title={t(`admin.${part}`)} />
      <div className={styles.body}>
        <SavedNotice hidden={answer !== undefined} />
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
