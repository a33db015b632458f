/** What comes first in a new loft, each with the way to it: until it has a season, whose own list says the rest. */
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Needs } from './Needs.tsx';
import panel from './panel.module.css';

export interface FirstStepsProps {
  loft: { id: number; latitude: number | null };
  has_contract: boolean;
}

export function FirstSteps({ loft, has_contract }: FirstStepsProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="steps">
      <div className={panel.head}>
        <h2 id="steps">{t('setup.missing')}</h2>
      </div>
      <Needs
        needs={[
          { name: t('setup.place'), met: loft.latitude !== null, to: `${loftAdminPath(loft.id)}/address` },
          { name: t('contracts.one'), met: has_contract, to: `${loftAdminPath(loft.id)}/contracts` },
          { name: t('setup.new'), met: false, to: `/admin/seasons/create?loft=${loft.id}` },
        ]}
      />
    </section>
  );
}
