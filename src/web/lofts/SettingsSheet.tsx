/** One sheet of what is set of a loft: saved by version, so that who did not see the last change overwrites nothing. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from 'react-router';
import { loftDeskPath } from '#web/desk/ways.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './desk.module.css';
import { Saved } from './Saved.tsx';

export interface SettingsSheetProps {
  loft: { id: number; name: string };
  part: 'settings' | 'address';
  /** The one that is shown. */
  version: number;
  answer: RefusedForm | undefined;
  /** What is said before the sheet. */
  above?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

export function SettingsSheet({ loft, part, version, answer, above, children }: SettingsSheetProps) {
  const { t } = useTranslation();
  const opening = part === 'settings';
  return (
    <>
      <DeskHead
        way={[
          { name: t('nav.home'), to: '/' },
          { name: t('lofts.title'), to: '/admin/lofts' },
          { name: loft.name, ...(!opening && { to: loftDeskPath(loft.id) }) },
          ...(opening ? [] : [{ name: t(`desk.${part}`) }]),
        ]}
        title={t(`desk.${part}`)}
      />
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
