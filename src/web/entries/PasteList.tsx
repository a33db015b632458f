/** Pigeons of an order pasted as a list: first checked, then entered; the lines that are wrong stay to be corrected. */
import { Form } from 'react-router';
import { type EnteredList, mostPastedCharacters, type pasteModes } from '#domain/entries/contract.ts';
import { ringDoubts, tidyRing } from '#domain/pigeons/ring-form.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area } from '#web/ui/Field.tsx';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import { type EntryFieldsProps, OwnTeam } from './EntryFields.tsx';
import styles from './entries.module.css';
import { LineErrors } from './LineErrors.tsx';

interface PasteListProps extends Pick<EntryFieldsProps, 'teams' | 'own_team_id'> {
  result:
    | {
        mode: (typeof pasteModes)[number];
        /** The team that was chosen, and the unusual rings that were kept. */
        team_id: number | null;
        kept_rings: readonly string[];
        pasted: EnteredList;
      }
    | undefined;
  answer: RefusedForm | undefined;
  /** Free places of the order. */
  left: number;
}

export function PasteList({ result, answer, left, teams, own_team_id }: PasteListProps) {
  const { t } = useTranslation();
  const list = result?.pasted.rest ?? answer?.typed.list ?? '';
  const kept = result?.kept_rings ?? [];
  const good = result?.mode === 'look' ? result.pasted.good : 0;
  return (
    <FoldedPanel
      id="paste"
      title={t('entries.paste')}
      about={t('entries.places_left', { count: left })}
      isOpen={result !== undefined || answer !== undefined}
    >
      {result && <Report {...result} />}
      {/* Keyed, so that only the lines that are left stand in it. */}
      <Form method="post" id={form_id} key={list} className={`${form.form} ${styles.form}`} preventScrollReset>
        <input type="hidden" name="intent" value="paste" />
        {[...new Set(kept)].map((ring) => (
          <input key={ring} type="hidden" name="kept_ring" value={ring} />
        ))}
        <Area
          label={t('entries.paste_label')}
          hint={t('entries.paste_hint')}
          name="list"
          rows={8}
          required
          maxLength={mostPastedCharacters}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          defaultValue={list}
          errors={answer?.refused.errors?.list}
        />
        <OwnTeam
          teams={teams}
          own_team_id={own_team_id}
          name="team_id"
          defaultValue={result?.team_id ?? answer?.typed.team_id ?? own_team_id ?? ''}
          errors={answer?.refused.errors?.team_id}
        />
        <div className={styles.buttons}>
          <button type="submit" name="mode" value="look" className={good > 0 ? panel.button : panel.button_primary}>
            {t('entries.paste_check')}
          </button>
          {good > 0 && (
            <button type="submit" name="mode" value="good" className={panel.button_primary}>
              {t('entries.paste_enter', { count: good })}
            </button>
          )}
        </div>
      </Form>
    </FoldedPanel>
  );
}

/** The form below the report of its list. */
const form_id = 'pasted';

type Result = NonNullable<PasteListProps['result']>;

/** What came of a list, in a sentence. */
function useOutcome({ mode, pasted: { good, wrong } }: Result): string {
  const { t } = useTranslation();
  const { locale } = usePage();
  const number = (value: number) => formatNumber(locale, value);
  return [
    mode === 'good' && good > 0 && `${t('entries.imported', { count: good })}.`,
    (mode === 'look' || wrong > 0) && t('entries.looked', { good: number(good), wrong: number(wrong) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The same at the top of the page, with the way to the lines. */
export function PasteNotice(result: Result) {
  const isGood = result.pasted.wrong === 0;
  return (
    <p role="status" className={`${panel.notice} ${isGood ? panel.notice_good : ''}`}>
      <Icon name={isGood ? 'check' : 'alert'} />
      <a href="#paste">{useOutcome(result)}</a>
    </p>
  );
}

function Report(result: Result) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { mode, pasted } = result;
  const { unknown_columns, lines } = pasted;
  const number = (value: number) => formatNumber(locale, value);
  const shown = mode === 'look' ? lines : lines.filter(({ errors }) => errors.length);
  return (
    <>
      <p className={styles.report}>{useOutcome(result)}</p>
      {unknown_columns.length > 0 && (
        <p className={styles.unknown}>
          {t('entries.unknown_columns')} <bdi>{unknown_columns.join(t('rows.comma'))}</bdi>
        </p>
      )}
      {shown.length > 0 && (
        <Table caption={t('entries.paste')} cards>
          <thead>
            <tr>
              <th scope="col">{t('entries.line')}</th>
              <th scope="col">{t('sheet.ring')}</th>
              <th scope="col">{t('entries.what_is_wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, ring, errors }) => (
              <tr key={line}>
                <td data-label={t('entries.line')} className="num">
                  {number(line)}
                </td>
                <td data-label={t('sheet.ring')}>
                  <Ring ring={ring} />
                </td>
                <td data-label={t('entries.what_is_wrong')}>
                  <div>
                    <LineErrors errors={errors} />
                    {errors.some(({ code }) => ringDoubts.includes(code)) && (
                      <label className={styles.keep}>
                        <input type="checkbox" name="kept_ring" value={tidyRing(ring)} form={form_id} />
                        <span>{t('entries.keep_ring', { ring })}</span>
                      </label>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
