/** The first steps of a new loft, each with its page; what is done is ticked by what is there. */
import { Form } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import type { readOverview } from '#domain/overview/contract.ts';
import type { FirstStep } from '#domain/overview/first-steps.ts';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './first-steps.module.css';

export interface FirstStepsProps {
  loft_id: number;
  first_steps: NonNullable<ReplyOf<typeof readOverview>['first_steps']>;
}

const names = {
  place: 'setup.place',
  contract: 'contracts.one',
  brand: 'admin.brand',
  season: 'setup.new',
  due_dates: 'admin.due_dates',
  products: 'admin.products',
  rulebook: 'admin.rulebook',
  payment: 'setup.payment_text',
  team: 'admin.staff',
  opening: 'setup.go_in_progress',
} as const satisfies Record<FirstStep, string>;

export function FirstSteps({ loft_id, first_steps: { season_id, steps } }: FirstStepsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const loft = loftAdminPath(loft_id);
  /** The page of a step; steps of a season wait for it. */
  const ofSeason = (path: string) => (season_id === null ? null : seasonAdminPath(season_id) + path);
  const paths: Record<FirstStep, string | null> = {
    place: `${loft}/address`,
    contract: `${loft}/contracts`,
    brand: `${loft}/brand`,
    season: ofSeason('') ?? `/admin/seasons/create?loft=${loft_id}`,
    due_dates: ofSeason('/due-dates'),
    products: ofSeason('/products'),
    rulebook: ofSeason('/rulebook'),
    payment: ofSeason('#settings'),
    team: `${loft}/staff`,
    opening: ofSeason('#state'),
  };
  const done = steps.filter(({ is_done }) => is_done).length;
  const next = steps.find(({ step, is_done }) => !is_done && paths[step] !== null);
  return (
    <section className={`${panel.panel} ${styles.steps}`} aria-labelledby="first-steps">
      <div className={panel.head}>
        <h2 id="first-steps">{t('overview.first_steps')}</h2>
        <Form method="post" className={panel.take}>
          <button type="submit" name="intent" value="hide_steps" className={styles.hide}>
            {t('overview.hide_steps')}
          </button>
        </Form>
      </div>
      <progress className={styles.bar} value={done} max={steps.length} aria-label={t('overview.first_steps')} />
      <details className={styles.fold} open={done * 2 < steps.length}>
        <summary>
          {t('overview.steps_done', { done: formatNumber(locale, done), all: formatNumber(locale, steps.length) })}
        </summary>
        <ol>
          {steps.map(({ step, is_done }) => {
            const to = paths[step];
            const name = t(step === 'season' && is_done ? 'bird.season' : names[step]);
            return (
              <li key={step} data-done={is_done} data-next={step === next?.step}>
                <Icon name={is_done ? 'check' : 'arrow'} size={20} />
                {to === null ? <span>{name}</span> : <Link to={to}>{name}</Link>}
                <small>
                  {is_done ? t('setup.met') : to === null ? t('overview.after_season') : t('setup.not_met')}
                </small>
              </li>
            );
          })}
        </ol>
      </details>
    </section>
  );
}
