/** Pigeons of an order pasted as a list: first checked, then entered; the lines that are wrong stay to be corrected. */
import { Form } from 'react-router';
import { type EnteredList, mostPastedCharacters, type pasteModes } from '#domain/entries/contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import styles from './entries.module.css';
import { LineErrors } from './LineErrors.tsx';

interface PasteListProps {
  result: { mode: (typeof pasteModes)[number]; pasted: EnteredList } | undefined;
  answer: RefusedForm | undefined;
  /** Free places of the order. */
  left: number;
}

export function PasteList({ result, answer, left }: PasteListProps) {
  const { t } = useTranslation();
  const list = result?.pasted.rest ?? answer?.typed.list ?? '';
  const good = result?.mode === 'look' ? result.pasted.good : 0;
  return (
    <section className={panel.panel} aria-labelledby="paste">
      <details open={result !== undefined || answer !== undefined}>
        <summary className={panel.head}>
          <h2 id="paste">{t('entries.paste')}</h2>
          <small>{t('entries.places_left', { count: left })}</small>
        </summary>
        {result && <Report {...result} />}
        {/* Keyed, so that only the lines that are left stand in it. */}
        <Form method="post" key={list} className={`${form.form} ${styles.form}`} preventScrollReset>
          <input type="hidden" name="intent" value="paste" />
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
      </details>
    </section>
  );
}

function Report({ mode, pasted: { unknown_columns, good, wrong, lines } }: NonNullable<PasteListProps['result']>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const number = (value: number) => formatNumber(locale, value);
  const shown = mode === 'look' ? lines : lines.filter(({ errors }) => errors.length);
  return (
    <>
      <p role="status" className={styles.report}>
        {mode === 'good' && good > 0 && `${t('entries.imported', { count: good })}. `}
        {(mode === 'look' || wrong > 0) && t('entries.looked', { good: number(good), wrong: number(wrong) })}
      </p>
      {unknown_columns.length > 0 && (
        <p className={styles.unknown}>
          {t('entries.unknown_columns')} <bdi>{unknown_columns.join(', ')}</bdi>
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
                  <LineErrors errors={errors} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
