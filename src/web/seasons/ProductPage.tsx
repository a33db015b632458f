/** A product of a season for its admins. Without an id: a new one, or (`copy`) a copy of another. */
import { useState } from 'react';
import { Form, redirect, useNavigation } from 'react-router';
import { bringsPigeons, productCategories, productCategoryCodes, productCategoryOf } from '#domain/seasons/product.ts';
import {
  addProduct,
  changeProduct,
  listProducts,
  readProduct,
  removeProduct,
} from '#domain/seasons/product-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Area, Choice, Field, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/ProductPage.ts';
import { productIn, typedOf } from './product-form.ts';
import styles from './products.module.css';

const newProduct = { product_category_id: '1', pigeons_active: '1', pigeons_reserve: '0' };

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const copied = new URL(request.url).searchParams.get('copy');
  const own_id = 'product_id' in params ? idFrom(params.product_id) : null;
  const shown_id = own_id ?? (copied === null ? null : idFrom(copied));
  const [{ loft, season, currency }, shown] = await answers(() =>
    Promise.all([
      call(listProducts, { params: { season_id }, query: { per_page: 25 } }),
      shown_id === null ? null : call(readProduct, { params: { season_id, product_id: shown_id } }),
    ]),
  );
  const product = own_id === null ? null : shown!.product;
  const head = pageHead({ context, params, pattern }, [product?.name ?? t('product.new'), season.name], loft.name);
  return { season, currency, product, fields: shown ? typedOf(shown.product) : newProduct, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  return actOn(fields, async () => {
    if (!('product_id' in params)) await call(addProduct, { params: { season_id }, body: productIn(fields) });
    else {
      const key = { params: { season_id, product_id: idFrom(params.product_id) } };
      const seen = { version: textIn(fields, 'version') };
      if (textIn(fields, 'intent') === 'remove') await call(removeProduct, { ...key, body: seen });
      else await call(changeProduct, { ...key, body: { ...productIn(fields), ...seen } });
    }
    return redirect(`/admin/seasons/${season_id}/products?saved=1`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  const { season, currency, product, fields } = loaderData;
  const at = `/admin/seasons/${season.id}/products`;
  const title = product?.name ?? t('product.new');
  const isSold = product?.in_use === true;
  const typed: Readonly<Record<string, string>> = actionData?.typed ?? fields;
  const [category, setCategory] = useState(
    productCategoryOf({ product_category_id: Number(typed.product_category_id ?? 1) }) ?? 'entry_fee',
  );
  const field = (name: string, errors = name) => ({
    name,
    defaultValue: typed[name],
    errors: actionData?.refused.errors?.[errors],
  });
  return (
    <>
      <AdminHead
        title={title}
        actions={
          product && (
            <Link className={panel.button} to={`${at}/create?copy=${product.id}`}>
              <Icon name="plus" />
              {t('product.copy')}
            </Link>
          )
        }
      />
      {isSold && (
        <p className={`${panel.notice} ${styles.notice}`}>
          <Icon name="lock" />
          {t('product.in_use')}
        </p>
      )}
      <Form
        // Keyed: a copy starts with other values than a new product, and a change by somebody else is shown.
        key={`${product?.id} ${product?.version} ${fields.product_category_id}`}
        method="post"
        className={`${panel.panel} ${form.form} ${styles.form}`}
        noValidate
      >
        <Wrong refused={actionData?.refused} />
        {product && <input type="hidden" name="version" value={typed.version ?? product.version} />}
        {isSold && <input type="hidden" name="product_category_id" value={product.product_category_id} />}
        <Choice
          label={t('product.category')}
          disabled={isSold}
          {...field('product_category_id')}
          onChange={(event) => setCategory(productCategoryOf({ product_category_id: Number(event.target.value) }))}
        >
          {productCategoryCodes.map((code) => (
            <option key={code} value={productCategories[code]}>
              {t(`product.${code}`)}
            </option>
          ))}
        </Choice>
        <Field label={t('product.name')} maxLength={128} readOnly={isSold} autoComplete="off" {...field('name')} />
        <Area label={t('product.description')} maxLength={4000} rows={3} readOnly={isSold} {...field('description')} />
        <div className={form.pair}>
          <Field
            label={t('product.price_in', { currency })}
            inputMode="decimal"
            readOnly={isSold}
            autoComplete="off"
            {...field('price', 'amount_cents')}
          />
          <Field
            label={t('product.max_quantity')}
            hint={t('product.max_hint')}
            inputMode="numeric"
            autoComplete="off"
            {...field('max_quantity')}
          />
          {bringsPigeons(category) && (
            <>
              <Field label={t('product.active')} inputMode="numeric" readOnly={isSold} {...field('pigeons_active')} />
              <Field label={t('product.reserve')} inputMode="numeric" readOnly={isSold} {...field('pigeons_reserve')} />
            </>
          )}
          <Field label={t('product.from')} hint={t('product.days_hint')} type="date" {...field('starts_at')} />
          <Field label={t('product.to')} hint={t('product.days_hint')} type="date" {...field('ends_at')} />
        </div>
        <div className={styles.buttons}>
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('rights.save')}
          </button>
        </div>
      </Form>
      {product && !isSold && (
        <details className={`${panel.panel} ${styles.remove}`}>
          <summary>{t('people.remove')}</summary>
          <Form method="post">
            <input type="hidden" name="version" value={product.version} />
            <p>{t('product.remove_sure')}</p>
            <button
              type="submit"
              name="intent"
              value="remove"
              className={`${panel.button} ${form.danger}`}
              disabled={busy}
            >
              <Icon name="trash" />
              {t('people.remove')}
            </button>
          </Form>
        </details>
      )}
    </>
  );
}
