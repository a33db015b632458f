/** The first steps of a new loft with their links, until it has a season, whose own list continues. */
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { MissingRequirements } from './MissingRequirements.tsx';
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
      <MissingRequirements
        needs={[
          { name: t('setup.place'), met: loft.latitude !== null, to: `${loftAdminPath(loft.id)}/address` },
          { name: t('contracts.one'), met: has_contract, to: `${loftAdminPath(loft.id)}/contracts` },
          { name: t('setup.new'), met: false, to: `/admin/seasons/create?loft=${loft.id}` },
        ]}
      />
    </section>
  );
}
