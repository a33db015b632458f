/**
 * The versions of a loft's contract for its authors (2.24): drafts are edited and published; published ones are final.
 */
import { useState } from 'react';
import { redirect, useSearchParams } from 'react-router';
import {
  changeContract,
  contractFields,
  manageContracts,
  publishContract,
  removeContract,
  writeContract,
} from '#domain/contracts/contract.ts';
import { type Locale, localeFacts, locales } from '#domain/locales.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Area, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Upload } from '#web/ui/Upload.tsx';
import type { Route } from './+types/ContractsPage.ts';
import styles from './contracts.module.css';
import { contractsPath } from './paths.ts';
import { VersionLine } from './VersionLine.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const loft_id = idFrom(params.loft_id);
  const view = await answers(() => context.get(callContext)(manageContracts, { params: { loft_id } }));
  const { t } = speaker(context.get(pageContext).locale);
  const head = pageHead({ context, params, pattern }, [t('admin.contracts'), view.loft.name], t('contracts.lead'));
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  const call = context.get(callContext);
  const intent = textIn(form, 'intent');
  return actOn(form, async () => {
    const written = textIn(form, 'contract_id');
    const key = { loft_id, contract_id: written === '' ? 0 : idFrom(written) };
    if (intent === 'publish') await call(publishContract, { params: key, body: {} });
    else if (intent === 'remove') await call(removeContract, { params: key, body: {} });
    else {
      const body = fieldsOf(form, contractFields);
      if (key.contract_id) await call(changeContract, { params: key, body });
      else await call(writeContract, { params: { loft_id }, body });
    }
    const done = intent === 'remove' ? '' : `?saved=${intent === 'publish' ? 'published' : 'draft'}`;
    return redirect(contractsPath(loft_id) + done);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ContractsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, contracts, today } = loaderData;
  const refused = actionData as RefusedForm | undefined;
  const saved = search.get('saved');
  const edited = contracts.find(({ id, state }) => state === 'draft' && String(id) === search.get('edit'));
  return (
    <>
      <AdminHead title={t('admin.contracts')} lead={t('contracts.lead')} />
      <div className={panel.body}>
        {saved !== null && !refused && (
          <p role="status" className={panel.notice}>
            <Icon name="check" />
            {t(saved === 'published' ? 'contracts.is_published' : 'identity.saved')}
          </p>
        )}
        <section className={panel.panel} aria-label={t('admin.contracts')}>
          {contracts.length === 0 ? (
            <Empty title={t('contracts.none')} text={t('contracts.write_text')} />
          ) : (
            <ul>
              {contracts.map((one) => (
                <VersionLine key={one.id} loft_id={loft.id} version={one} />
              ))}
            </ul>
          )}
        </section>
        <section className={panel.panel} aria-labelledby="write">
          <div className={panel.head}>
            <h2 id="write">{t(edited ? 'contracts.change' : 'contracts.write')}</h2>
            {edited && <Link to={contractsPath(loft.id)}>{t('contracts.write')}</Link>}
          </div>
          <ContractForm key={edited?.id ?? 0} loft_id={loft.id} today={today} edited={edited} refused={refused} />
        </section>
      </div>
    </>
  );
}

interface ContractFormProps {
  loft_id: number;
  today: string;
  edited: Route.ComponentProps['loaderData']['contracts'][number] | undefined;
  refused: RefusedForm | undefined;
}

function ContractForm({ loft_id, today, edited, refused }: ContractFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [file, setFile] = useState(edited?.file ?? null);
  const errors = refused?.refused.errors;
  const typed = refused?.typed;
  return (
    <form method="post" className={`${forms.form} ${styles.form}`}>
      <Wrong refused={refused?.refused} />
      <input type="hidden" name="contract_id" value={edited?.id ?? ''} />
      <div className={forms.pair}>
        <Choice
          label={t('identity.language')}
          name="language"
          defaultValue={typed?.language ?? edited?.language ?? (localeFacts[locale] ? locale : 'en')}
          errors={errors?.language}
        >
          {locales.map((language: Locale) => (
            <option key={language} value={language}>
              {localeFacts[language].name}
            </option>
          ))}
        </Choice>
        <Field
          label={t('contracts.valid_from')}
          name="valid_from"
          type="date"
          defaultValue={typed?.valid_from ?? edited?.valid_from ?? today}
          errors={errors?.valid_from}
        />
      </div>
      <Field
        label={t('contracts.title')}
        name="title"
        maxLength={128}
        dir="auto"
        defaultValue={typed?.title ?? edited?.title ?? ''}
        errors={errors?.title}
      />
      <Area
        label={t('contracts.text')}
        name="text"
        rows={12}
        dir="auto"
        hint={t('contracts.text_hint')}
        defaultValue={typed?.text ?? edited?.text ?? ''}
        errors={errors?.text}
      />
      <input type="hidden" name="file_id" value={file?.id ?? typed?.file_id ?? ''} />
      {file && (
        <p className={styles.file}>
          <bdi>{file.name}</bdi>
          <button type="button" className={panel.button} onClick={() => setFile(null)}>
            {t('media.remove')}
          </button>
        </p>
      )}
      <Upload loft_id={loft_id} as="document" onStored={setFile} />
      <button type="submit" name="intent" value="write" className={panel.button_primary}>
        {t('identity.save')}
      </button>
    </form>
  );
}
